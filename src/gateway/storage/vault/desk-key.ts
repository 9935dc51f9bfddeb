import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import type { Environment } from '../../../domain/desk-status';
import { failed, success, type Outcome } from '../../../domain/failure';
import { textOf } from './private-file';
import { KEY_BYTES } from './sealing';

/** What the one key of a desk on several machines opens. Each machine holds the same file; nothing of it is ever sent. */
export interface DeskKey {
  /** Between the machines of the desk: who does not hold it cannot speak to the one that leads. */
  readonly peers: Buffer;
  /** Seals the platform's credentials, so that every machine can open them. */
  readonly credentials: Buffer;
  /** By which programs of the gateway's account get a session, on whichever machine. */
  readonly programs: string;
  /** The token at the end of the address for events of an environment, until the desk has one of its own. */
  readonly webhookToken: (environment: Environment) => string;
}

const OWNER_ALONE = 0o600;
const OTHERS = 0o077;
const WRITTEN = /^spreaddesk-key-1:([A-Za-z0-9+/]{43}=)$/;

/** Writes a new key. A file that is there already stays as it is: what was sealed with its key could not be opened any more. */
export function makeDeskKey(path: string): Outcome<void> {
  const text = `spreaddesk-key-1:${randomBytes(KEY_BYTES).toString('base64')}\n`;
  try {
    const file = openSync(path, 'wx', OWNER_ALONE);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return success(undefined);
  } catch (error) {
    return failed({
      kind: 'unavailable',
      message: `The key of the desk cannot be written to ${path} (${String(error)}).`,
      next: 'Name a file that is not there yet, in a folder that this account may write to.',
    });
  }
}

/** The key of the desk, or in a sentence why the file that should hold it does not. */
export function readDeskKey(path: string): Outcome<DeskKey> {
  let text: string | undefined;
  try {
    text = textOf(path);
    // What Windows says of a file's rights tells nothing about others.
    if (text !== undefined && process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0)
      return notRight(`${path} can be read by other accounts of this machine`, `Run "chmod 600 ${path}".`);
  } catch (error) {
    return notRight(`${path} cannot be read (${String(error)})`, 'Let the account of the gateway read it.');
  }
  if (text === undefined)
    return notRight(`${path} is not there`, `Make it once by the command "desk", with "key ${path}".`);
  const master = WRITTEN.exec(text.trim())?.[1];
  if (master === undefined)
    return notRight(`${path} holds no key`, 'Copy it anew from a machine of the desk.');
  const derived = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', Buffer.from(master, 'base64'), '', `spreaddesk ${use}`, KEY_BYTES));
  return success({
    peers: derived('peers'),
    credentials: derived('credentials'),
    programs: derived('programs').toString('base64url'),
    webhookToken: (environment) => derived(`webhook ${environment}`).toString('base64url'),
  });
}

const notRight = (message: string, next: string): Outcome<never> =>
  failed({
    kind: 'invalid-argument',
    message: `The key file of the desk (DESK_KEY_FILE) is not right: ${message}.`,
    next: `${next} Every machine of the desk holds the same file.`,
  });
