import * as z from 'zod/mini';
import { Action } from '../../src/domain/action';
import { NOTED } from '../../src/domain/desk-entry';
import { contentOf, verifiedLines } from '../../src/gateway/storage/journal-chain';
import type { LedLine } from '../../test/postgres-desk';
import type { Truth } from '../campaign/platform';
import type { Press } from './traders';

/** What must be nothing, and what is told beside it. */
export interface Judgement {
  readonly wrong: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  readonly lines: number;
}

/** A press that was on its way already takes so long to be executed. */
const LATE_MS = 500;
const NOT_SENT = ['not there', 'cancelled', 'rejected'];
const Legs = z.array(z.object({ quantity: z.number() }));

/** Holds the platform's truth, the journal and what people were told against each other. */
export async function judged(
  presses: readonly Press[],
  {
    truth,
    lines,
    refusals,
    mayBeLate,
    withdrawnAlone,
  }: { truth: Truth; lines: readonly LedLine[]; refusals: number; mayBeLate: number; withdrawnAlone: number },
): Promise<Judgement> {
  const last = new Map<string, string>();
  const sent = new Map<string, number>();
  const sentIn = new Map<string, number>();
  /** When each leader said that it had started. */
  const begunAt = new Map<number, number>();
  for (const { columns, text, epoch } of lines) {
    if (columns.state === NOTED && !begunAt.has(epoch)) begunAt.set(epoch, columns.createdAt);
    if (columns.state === 'sending') sentIn.set(columns.id, epoch);
    if (!Action.safeParse(contentOf({ text })).success) continue;
    last.set(columns.id, columns.state);
    if (columns.state === 'sending') sent.set(columns.id, (sent.get(columns.id) ?? 0) + 1);
  }
  const notedAlone = lines.filter(
    ({ columns, text }) => columns.state === NOTED && text.includes('while no machine could lead'),
  ).length;
  const executed = new Map<string, number>();
  const madeAt = new Map<string, number>();
  for (const request of truth.requests) {
    if (request['role'] !== 'initiator') continue;
    const quantity = Legs.safeParse(request['legs']).data?.[0]?.quantity;
    if (quantity !== undefined) madeAt.set(String(quantity), Date.parse(String(request['created-at'])));
    if (quantity !== undefined) executed.set(String(quantity), (executed.get(String(quantity)) ?? 0) + 1);
  }
  const times = ({ quantity }: Press): number => executed.get(String(Number(quantity))) ?? 0;
  /** By a leader after whom another one had begun already. */
  const isLate = ({ id, quantity }: Press): boolean => {
    const made = madeAt.get(String(Number(quantity)));
    const epoch = sentIn.get(id);
    if (made === undefined || epoch === undefined) return false;
    return [...begunAt].some(([later, at]) => later > epoch && at + LATE_MS < made);
  };
  const stateOf = ({ id }: Press): string => last.get(id) ?? 'not there';
  const count = (of: (press: Press) => boolean): number => presses.filter(of).length;
  const states: Record<string, number> = {};
  for (const press of presses) states[stateOf(press)] = (states[stateOf(press)] ?? 0) + 1;
  const verified = await verifiedLines(eachOf(lines));
  return {
    wrong: {
      'executed more than once': count((press) => times(press) > 1),
      'sent more than once': [...sent.values()].filter((number) => number > 1).length,
      'executed, and not in the journal as done': count(
        (press) => times(press) > 0 && stateOf(press) !== 'done',
      ),
      'done, and not executed': count((press) => stateOf(press) === 'done' && times(press) === 0),
      'told done, and not executed': count((press) => press.told === 'done' && times(press) === 0),
      'told that nothing was sent, and in the journal otherwise': count(
        (press) => press.told === 'nothing' && !NOT_SENT.includes(stateOf(press)),
      ),
      'told in doubt, and then that nothing was sent': count(({ isContradicted }) => isContradicted === true),
      'left between two states': count((press) => ['staged', 'sending'].includes(stateOf(press))),
      'without an answer': count(({ answeredMs }) => answeredMs === undefined),
      'sent by a former leader': Math.max(0, count(isLate) - mayBeLate),
      'withdrawn without the database, and not in the journal': Math.max(0, withdrawnAlone - notedAlone),
      'chain broken': verified.state === 'whole' ? 0 : 1,
      'refused by the platform': refusals,
    },
    states,
    lines: lines.length,
  };
}

async function* eachOf<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}
