"""The service: a house over HTTP and WebSocket."""
