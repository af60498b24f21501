"""What the service answers, typed: OpenAPI and typed clients are made from this, and the views are checked by it."""
