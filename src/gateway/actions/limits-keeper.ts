import type * as z from 'zod/mini';
import { pathText } from '../../contract/service/reading';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { BUILT_IN_LIMITS, Limits, LimitsFile, type DeskLimits } from '../../domain/limits/limits';
import { limitsNotSetNoted, limitsNoted } from '../../domain/notes/desk-notes';
import type { By } from '../../domain/person';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { LocalSource } from '../cache/fetch';
import type { DeskEntries } from './desk-entries';
import type { LimitsStore, SetLimits } from '../storage/limits';

interface LimitsKeeperOptions {
  readonly store: LimitsStore;
  /** Where it is written down who changed which level. */
  readonly entries: Pick<DeskEntries, 'write' | 'record'>;
  /** The limits at start: built-in or from a file. */
  readonly given: DeskLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/** The levels of this desk as they are now. */
export class LimitsKeeper implements LocalSource {
  private readonly listeners = new Set<() => void>();
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly options: LimitsKeeperOptions,
    private now: DeskLimits,
  ) {}

  /** Limits set in the pane by an earlier run stay in force, unless the file is locked. */
  static async open(options: LimitsKeeperOptions): Promise<LimitsKeeper> {
    const { given, store, log } = options;
    if (given.locked) return new LimitsKeeper(options, given);
    try {
      return new LimitsKeeper(options, inForce(given, await store.newest()));
    } catch (error) {
      // A desk that does not start cannot withdraw either. It starts, and takes no risk: others could be looser than those.
      log.error('The limits that the pane set cannot be read, so nothing that takes risk is sent.', {
        error: String(error),
      });
      return new LimitsKeeper(options, { ...given, failure: NOT_READ });
    }
  }

  read(): DeskLimits {
    return this.now;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Sets the levels for good; `null` goes back to those that were given. One after the other, each journaled before it is in force. */
  set(limits: Limits | null, by?: By): Promise<Outcome<DeskLimits>> {
    const outcome = this.last.then(() => this.setNow(limits, by));
    this.last = outcome;
    return outcome;
  }

  private async setNow(limits: Limits | null, by: By | undefined): Promise<Outcome<DeskLimits>> {
    const { given, store, entries, clock, log } = this.options;
    if (given.locked) return failed(LOCKED);
    const set = { limits, setAt: clock.now() };
    const next = inForce(given, set);
    if (!(await entries.write(limitsNoted(by, this.now.limits, next)))) return failed(NOT_WRITTEN);
    try {
      await store.append(set);
    } catch (error) {
      log.error('The limits cannot be written.', { error: String(error) });
      void entries.record(limitsNotSetNoted(by));
      return failed(NOT_WRITTEN);
    }
    this.now = next;
    for (const listener of this.listeners) listener();
    return success(this.now);
  }
}

const inForce = (given: DeskLimits, set: SetLimits | undefined): DeskLimits =>
  set?.limits ? { limits: set.limits, setAt: set.setAt, source: 'pane', locked: false } : given;

const LOCKED: Failure = {
  kind: 'denied',
  message: 'The limits of this desk are locked.',
  next: 'Change them in the file that the gateway was started with (DESK_LIMITS).',
};
const NOT_READ: Failure = {
  kind: 'denied',
  message: 'The stored limits cannot be read, so nothing that adds risk is sent.',
  next: 'Open Desk, Settings in the pane and set the limits again, or discard the stored ones. Withdrawing still works.',
};
const NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The limits cannot be saved, probably because the disk is full.',
  next: 'The previous limits stay in force. Free disk space in the gateway’s data folder, then set them again.',
};

export const BUILT_IN: DeskLimits = { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' };

/** The levels that the text of a file gives, or a sentence that names the field that is not right. */
export function readLimitsFile(text: string): Outcome<DeskLimits> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return wrong(`It is not JSON (${error instanceof Error ? error.message : 'no reason given'}).`);
  }
  const file = LimitsFile.safeParse(json);
  if (!file.success) return wrong(limitsProblem(file.error));
  const { locked = false, limits } = file.data;
  return success({ limits: Limits.parse({ ...BUILT_IN_LIMITS, ...limits }), locked, source: 'file' });
}

/** The first invalid field of the limits. */
export function limitsProblem({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  if (!issue) return 'It is empty.';
  const place = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const name = [place, issue.keys.join(', ')].filter((part) => part !== '').join('.');
    return `There is no field ${name}.`;
  }
  const wants = issue.message === 'Invalid input' ? 'is missing, or not of its kind' : issue.message;
  return `${place || 'The whole'} ${wants}.`;
}

const wrong = (message: string) =>
  failed({ kind: 'invalid-argument', message, next: 'docs/limits.md describes every field.' });
