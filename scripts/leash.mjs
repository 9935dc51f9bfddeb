// Preloaded into each child: it ends when its parent does, however that went. A parent that was killed outright can say
// nothing more, and on Windows there is no signal to ask a process kindly; the closed channel tells both.
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };
let asked = false;

for (const [signal, code] of Object.entries(EXIT_CODES)) {
  process.on(signal, () => {
    asked = true;
    if (process.listenerCount(signal) === 1) process.exit(code);
  });
}
process.on('disconnect', () => {
  // The terminal's Ctrl-C reached this process too, and it is on its way out already.
  if (!asked) process.emit('SIGTERM', 'SIGTERM');
});
// Listening to the channel must not keep a process alive that has nothing else to do.
process.channel?.unref();
