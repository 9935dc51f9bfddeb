import { constants } from 'node:os';
import { Children } from './children.mjs';
import { Complaint } from './complaint.mjs';
import { nodeComplaint } from './node-version.mjs';

/** @type {readonly NodeJS.Signals[]} */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_CHECK_MS = 250;

/**
 * Runs one command of the project and ends this process with its exit code. A complaint is printed as its sentence.
 * Asked to end, a command that serves has done its work (0), and one that was to finish something has not (128 + signal).
 * Whatever happens, its children end first.
 * @param {(children: Children) => Promise<number>} body answers with the exit code
 */
export async function runCommand(body) {
  const tooOld = nodeComplaint(process.version);
  if (tooOld) {
    console.error(tooOld);
    process.exit(1);
  }
  const children = new Children();
  // Listening first: what the body makes in its first moment has to be put away as well.
  const ended = [interruption(children), abandonment()];
  const code = await Promise.race([outcome(body, children), ...ended]);
  await children.end();
  process.exit(code);
}

/**
 * @param {(children: Children) => Promise<number>} body
 * @param {Children} children
 */
async function outcome(body, children) {
  try {
    return await body(children);
  } catch (error) {
    console.error(error instanceof Complaint ? error.message : error);
    return 1;
  }
}

/**
 * @param {Children} children
 * @returns {Promise<number>}
 */
function interruption(children) {
  return new Promise((resolve) => {
    let count = 0;
    for (const signal of ENDINGS) {
      process.on(signal, () => {
        // Somebody who asks twice does not want to wait.
        if (++count > 1) children.kill();
        resolve(children.serving ? 0 : 128 + constants.signals[signal]);
      });
    }
  });
}

/**
 * npm starts a script in a shell and passes a signal on to the shell, which ends and keeps it to itself. What is left
 * to notice then is that this process has another parent.
 * @returns {Promise<number>}
 */
function abandonment() {
  const parent = process.ppid;
  return new Promise((resolve) => {
    // Started by hand, a command may outlive the terminal: whoever wants that has taken care of it.
    if (process.env.npm_lifecycle_event === undefined) return;
    const watch = setInterval(() => {
      if (process.ppid !== parent) resolve(128 + constants.signals.SIGHUP);
    }, PARENT_CHECK_MS);
    watch.unref();
  });
}
