import { parseArgs } from 'node:util';
import { Complaint } from './complaint.mjs';

/**
 * Whether a person asks for help, which is then printed. A word that nobody knows is a complaint: nothing is started that was not meant.
 * @param {string} usage
 * @param {readonly string[]} words as they were typed behind the command
 * @param {readonly string[]} [known]
 */
export function isHelpAsked(usage, words, known = []) {
  if (words.includes('--help') || words.includes('-h')) {
    console.log(usage);
    return true;
  }
  const stranger = words.find((word) => !known.includes(word));
  if (stranger !== undefined) throw new Complaint(`"${stranger}" is not known here.\n\n${usage}`);
  return false;
}

/**
 * The options that were typed behind a command. Asked for help, or given what it does not know, it prints how it is used and ends.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} O
 * @param {string} usage
 * @param {O} options
 */
export function optionsOf(usage, options) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(2);
  }
}
