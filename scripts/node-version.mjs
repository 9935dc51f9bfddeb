const OLDEST = { major: 20, minor: 19 };

/**
 * The sentence for a Node that is too old to run the desk, or nothing.
 * @param {string} version as Node states it, e.g. "v20.19.0"
 * @returns {string | undefined}
 */
export function nodeComplaint(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined;
  return (
    `SpreadDesk needs Node ${OLDEST.major}.${OLDEST.minor} or newer, and this is ${version}. ` +
    'Install the current long-term version from https://nodejs.org and start again.'
  );
}
