const WARNING = 40;

/**
 * What a person at the terminal is shown of a line that a service wrote to its error stream: of its log the warnings and
 * errors, as their sentence; anything else as it is, since it may be why the service ends.
 * @param {string} line
 * @param {string} title whose line it is
 * @returns {string | undefined}
 */
export function shownLine(line, title) {
  const entry = entryIn(line);
  if (!entry) return line;
  return entry.level >= WARNING ? `${title}: ${entry.msg}` : undefined;
}

/**
 * @param {string} line
 * @returns {{ level: number, msg: string } | undefined}
 */
function entryIn(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    /** @type {unknown} */
    const entry = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null || !('level' in entry) || !('msg' in entry))
      return undefined;
    const { level, msg } = entry;
    return typeof level === 'number' && typeof msg === 'string' ? { level, msg } : undefined;
  } catch {
    return undefined;
  }
}
