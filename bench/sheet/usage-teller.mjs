/** Preloaded into a process of the desk: asked by its parent, it says what it uses; asked for memory, it tidies up before. */
process.on('message', (word) => {
  if (word !== 'usage' && word !== 'memory') return;
  if (word === 'memory') globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({ type: 'usage', rssBytes: rss, heapBytes: heapUsed, cpuMs: (user + system) / 1_000 });
});
