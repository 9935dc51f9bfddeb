import { fork, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { Complaint } from './complaint.mjs';
import { shownLine } from './log-line.mjs';

/**
 * @typedef {object} Program a program that runs to its end
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell] Windows starts a command file only through its shell
 */
/**
 * @typedef {object} Ready what a service says of itself once it can be used
 * @property {string} url the address it can be used at
 * @property {string} [webhook] where events are delivered to it; a secret
 * @property {string} [pairingCode] by which the next browser is let in; a secret
 */
/**
 * @typedef {object} Service a Node program that stays, and says `{type:'ready', url}` to its parent once it can be used
 * @property {string} title as the sentence about its end names it, e.g. "The gateway"
 * @property {string} file
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {(code: string) => void} [onPairingCode] hears each new pairing code once it is ready
 */

// What a service says while all is well is not shown: people look for one address on the screen.
/** @type {import('node:child_process').StdioOptions} */
const SERVICE_STDIO = ['ignore', 'ignore', 'pipe', 'ipc'];
// The gateway cuts off a stop of its own after 15 s: it is to have that time.
const ENDING_MS_MAX = 20_000;
const LAST_WORDS_MS_MAX = 500;
// A shell's code for a command that it could not start.
const NOT_STARTED = 127;
const LEASH = new URL('./leash.mjs', import.meta.url).href;

/** The processes of one command. None outlives it. */
export class Children {
  #endingMsMax;
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set();
  #ending = false;
  /** @type {(() => Promise<unknown>)[]} */
  #farewells = [];
  /** @type {(sentence: string) => void} */
  #sayEnd = () => undefined;
  /** Settles with a sentence when a service ends that nobody asked to. */
  firstEnd = new Promise((/** @type {(sentence: string) => void} */ resolve) => (this.#sayEnd = resolve));
  /** Whether a service has been ready. */
  serving = false;

  /** @param {{ endingMsMax?: number }} [limits] how long a child may take to end before it is made to */
  constructor({ endingMsMax = ENDING_MS_MAX } = {}) {
    this.#endingMsMax = endingMsMax;
  }

  /**
   * Runs a program to its end, its output on the screen.
   * @param {Program} program
   * @returns {Promise<number>} its exit code
   */
  async run({ command, args, cwd, env = process.env, shell = false }) {
    const child = this.#keep(spawn(command, args, { cwd, env, shell, stdio: 'inherit' }));
    return codeOf(await ending(child));
  }

  /**
   * Starts a service and waits until it is ready.
   * @param {Service} service
   * @returns {Promise<Ready>}
   */
  async serve({ title, file, args, cwd, env, onPairingCode }) {
    const execArgv = ['--import', LEASH];
    const child = this.#keep(fork(file, args, { cwd, env, execArgv, stdio: SERVICE_STDIO }));
    passOn(child, title);
    const ended = ending(child).then((end) => `${title} ended (exit code ${codeOf(end)}).`);
    void ended.then((sentence) => {
      if (!this.#ending) this.#sayEnd(sentence);
    });
    if (onPairingCode) hearCodes(child, onPairingCode);
    const ready = await Promise.race([
      readiness(child),
      ended.then((sentence) => {
        throw new Complaint(`${sentence} It was not ready yet; its own message is above.`);
      }),
    ]);
    this.serving = true;
    return ready;
  }

  /**
   * What is to be done while the services still run, when the time to end has come.
   * @param {() => Promise<unknown>} farewell
   */
  beforeEnd(farewell) {
    this.#farewells.push(farewell);
  }

  /** Asks all to end and waits until they have; one that does not is ended by force. */
  async end() {
    this.#ending = true;
    for (const farewell of this.#farewells.splice(0)) await farewell();
    const running = [...this.#running];
    const timer = setTimeout(() => this.kill(), this.#endingMsMax);
    const ends = running.map(ending);
    for (const child of running) {
      if (child.connected) child.disconnect();
      else child.kill('SIGTERM');
    }
    await Promise.all(ends);
    clearTimeout(timer);
  }

  /** Ends all by force. */
  kill() {
    for (const child of this.#running) child.kill('SIGKILL');
  }

  /**
   * @template {import('node:child_process').ChildProcess} T
   * @param {T} child
   */
  #keep(child) {
    this.#running.add(child);
    void ending(child).then(() => this.#running.delete(child));
    return child;
  }
}

/**
 * @typedef {object} End
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 */

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<End>}
 */
function ending(child) {
  const { exitCode: code, signalCode: signal } = child;
  if (code !== null || signal !== null) return Promise.resolve({ code, signal });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    // Its last words come with `close`, unless a child of its own holds on to the stream.
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal }), LAST_WORDS_MS_MAX));
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: NOT_STARTED, signal: null });
    });
  });
}

/** @param {End} end */
const codeOf = ({ code, signal }) => code ?? 128 + (signal ? constants.signals[signal] : 0);

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<Ready>}
 */
function readiness(child) {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message !== 'object' || message === null) return;
      if (!('type' in message && message.type === 'ready' && 'url' in message)) return;
      const webhook = 'webhook' in message && typeof message.webhook === 'string' && message.webhook;
      const pairingCode =
        'pairingCode' in message && typeof message.pairingCode === 'string' && message.pairingCode;
      resolve({
        url: String(message.url),
        ...(webhook && { webhook }),
        ...(pairingCode && { pairingCode }),
      });
    });
  });
}

/**
 * Hears the codes that come after it said that it is ready: the first may follow at once.
 * @param {import('node:child_process').ChildProcess} child
 * @param {(code: string) => void} hear
 */
function hearCodes(child, hear) {
  let isReady = false;
  child.on('message', (message) => {
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    isReady ||= message.type === 'ready';
    if (isReady && message.type === 'pairing-code' && 'code' in message) hear(String(message.code));
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} title
 */
function passOn({ stderr }, title) {
  if (!stderr) return;
  createInterface({ input: stderr }).on('line', (line) => {
    const shown = shownLine(line, title);
    if (shown !== undefined) process.stderr.write(`${shown}\n`);
  });
}
