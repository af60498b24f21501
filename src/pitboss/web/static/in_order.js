// What is pressed and typed before a page has its line to the house is sent when it has it, in the order it was done.
// NiceGUI lets each such event wait on a timer of its own, so that a button could be heard before the field beside it.
(() => {
  const waiting = [];
  let socket;
  let open = false;
  Object.defineProperty(window, "socket", {
    get: () => socket,
    set(made) {
      const send = made.emit.bind(made);
      made.emit = (name, ...words) => {
        if (open || name === "handshake") return send(name, ...words);
        waiting.push([name, ...words]);
        return made;
      };
      socket = made;
    },
  });
  // Whoever asks is told that the line is open, and what is sent too early waits above.
  Object.defineProperty(window, "did_handshake", {
    get: () => true,
    set(done) {
      open = done;
      while (open && waiting.length) socket.emit(...waiting.shift());
    },
  });
})();
