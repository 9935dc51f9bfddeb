import type { Connection } from '../../src/client/client';
import type { Mode } from '../../src/client/mode';
import { answerReaders } from '../../src/contract/desk/answer-value';
import {
  resourceKey,
  type Answer,
  type Resource,
  type ResourceKey,
} from '../../src/domain/resources/resource';
import type { Failure } from '../../src/domain/failure';
import type { FormulaContext, Formula } from '../../src/functions/cells/context';
import { CellFailure } from '../../src/functions/cells/cell-failure';
import { DateNumber } from '../../src/functions/cells/sheet-time';
import type { Cell, Shown } from '../../src/functions/cells/cells';

export const NOW = Date.parse('2026-11-20T11:30:00Z');

export const STATUS = {
  signedIn: true,
  environment: 'simulator',
  service: 'http://127.0.0.1:4100',
  zone: 'Europe/Berlin',
  tokenEndsAt: Date.parse('2026-11-20T23:00:00Z'),
  version: '0.1.0',
};

export const UNAVAILABLE: Failure = {
  kind: 'unavailable',
  message: 'The platform does not answer.',
  next: 'It is asked again by itself.',
};

/** What a formula may ask, answered from memory by the readers that the page uses. */
export class MemoryDesk implements FormulaContext {
  readonly asked: Resource[] = [];
  connected: Connection = 'open';
  workbookMode: Mode = 'live';
  at = NOW;
  /** What this computer's own clock says. */
  computerAt = NOW;
  private readonly answers = new Map<ResourceKey, Answer>();

  constructor() {
    this.knows({ kind: 'status' }, STATUS);
  }

  /** The service's own record, as it would come over the wire. */
  knows(resource: Resource, raw: unknown, over: Partial<Answer> = {}): this {
    const outcome = answerReaders[resource.kind](raw);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return this.says(resource, { state: 'fresh', value: outcome.value, fetchedAt: NOW, ...over });
  }

  says(resource: Resource, answer: Answer): this {
    this.answers.set(resourceKey(resource), answer);
    return this;
  }

  fails(resource: Resource, failure: Failure): this {
    return this.says(resource, { state: 'failed', failure });
  }

  ask<R extends Resource>(resource: R): Answer<R> {
    this.asked.push(resource);
    return (this.answers.get(resourceKey(resource)) ?? { state: 'waiting' }) as Answer<R>;
  }

  connection(): Connection {
    return this.connected;
  }

  mode(): Mode {
    return this.workbookMode;
  }

  now(): number {
    return this.at;
  }

  computerNow(): number {
    return this.computerAt;
  }

  /** When time alone was said to change what is shown, at the earliest. */
  againMs = Infinity;
  again(afterMs: number): void {
    this.againMs = Math.min(this.againMs, afterMs);
  }

  /** Everything asked for, but the status that gives the zone. */
  get asking(): string[] {
    const keys = this.asked.filter(({ kind }) => kind !== 'status').map((resource) => resourceKey(resource));
    return [...new Set(keys)];
  }
}

/** What a cell shows. */
export function shownBy(formula: Formula, desk: FormulaContext = new MemoryDesk()): Shown {
  return typeof formula === 'function' ? formula(desk) : formula;
}

/** The rows shown, errors as "#N/A sentence". */
export function rowsOf(
  formula: Formula,
  desk: FormulaContext = new MemoryDesk(),
): (string | number | boolean)[][] {
  const shown = shownBy(formula, desk);
  if (shown instanceof CellFailure) throw new Error(`One error instead of rows: ${shown.message}`);
  return shown.map((row) => row.map(written));
}

/** The one error shown, as "#N/A sentence". */
export function errorOf(formula: Formula, desk: FormulaContext = new MemoryDesk()): string {
  const shown = shownBy(formula, desk);
  if (!(shown instanceof CellFailure)) throw new Error('Rows instead of one error.');
  return `${shown.code} ${shown.message}`;
}

const written = (cell: Cell): string | number | boolean =>
  cell instanceof CellFailure
    ? `${cell.code} ${cell.message}`
    : cell instanceof DateNumber
      ? cell.serial
      : cell;

/** Excel's number of a moment that reads so on the clock. */
export const serial = (reads: string): number => Date.parse(`${reads}Z`) / 86_400_000 + 25_569;
