import { subscribe } from 'node:diagnostics_channel';
import * as z from 'zod/mini';
import { NOTED } from '../../src/domain/desk-entry';
import type { JournalStore, Written } from '../../src/gateway/storage/journal-store';
import type { Clock } from '../../src/effects/clock';

/** Where the gateway ends itself as `kill -9` would: nothing is flushed, closed or answered. */
export const KillStep = z.enum([
  'staged-before',
  'staged-after',
  'waiting-before',
  'waiting-after',
  'approved-before',
  'approved-after',
  'reading-again',
  'reading',
  'sending-before',
  'sending-after',
  'send-before',
  'send-leaves',
  'held',
  'answer-begun',
  'answer-whole',
  'outcome-before',
  'outcome-after',
  'found-before',
  'found-after',
]);
export type KillStep = z.infer<typeof KillStep>;

/** How long after the send has left the gateway dies in step `held`. */
const HELD_MS = 120;

/** Ends the process. A parameter, because whoever tries this out wants to live. */
export type Die = () => void;

/** The same journal; at the step, the process ends right before or after a line is on the disk. */
export function deadlyJournal(store: JournalStore, step: KillStep | undefined, die: Die): JournalStore {
  let outcomes = 0;
  const lineOf = (written: Written): string => {
    const { state } = written;
    if (state === 'staged' && written.approvedBy) return 'approved';
    if (state === 'staged' || state === 'waiting' || state === 'sending' || state === NOTED) return state;
    return ++outcomes === 1 ? 'outcome' : 'found';
  };
  return {
    append: async (...written) => {
      const lines = written.map(lineOf);
      if (lines.some((line) => step === `${line}-before`)) die();
      await store.append(...written);
      if (lines.some((line) => step === `${line}-after`)) die();
    },
    find: (id) => store.find(id),
    unresolved: () => store.unresolved(),
    newest: (countMax) => store.newest(countMax),
    entries: (countMax, kind) => store.entries(countMax, kind),
    standing: (doubted) => store.standing(doubted),
    linesAfter: (after, countMax) => store.linesAfter(after, countMax),
    head: () => store.head(),
    written: () => store.written(),
  };
}

const Exchange = z.object({ request: z.object({ method: z.string(), path: z.string() }) });
type Sort = 'read' | 'write' | 'sign-in';

const SIGN_IN = /\/(?:authenticate|token)(?:[?]|$)/;

function sortOf(message: unknown): Sort | undefined {
  const exchange = Exchange.safeParse(message);
  if (!exchange.success) return undefined;
  const { method, path } = exchange.data.request;
  if (SIGN_IN.test(path)) return 'sign-in';
  return method === 'GET' ? 'read' : 'write';
}

/** Whether the HTTP client tells of a write. */
export const isWrite = (message: unknown): boolean => sortOf(message) === 'write';

/** The steps of one exchange with the service, as the HTTP client tells them while they happen. */
export function dieOnTheWire(step: KillStep | undefined, { clock, die }: { clock: Clock; die: Die }): void {
  const at = (channel: string, sort: Sort, then: () => void): void =>
    subscribe(channel, (message) => {
      if (sortOf(message) === sort) then();
    });
  switch (step) {
    case 'reading':
      return at('undici:request:headers', 'read', die);
    case 'send-before':
      return at('undici:request:create', 'write', die);
    case 'send-leaves':
      return at('undici:request:bodySent', 'write', die);
    case 'held':
      return at('undici:request:bodySent', 'write', () => void clock.after(HELD_MS, die));
    case 'answer-begun':
      return at('undici:request:headers', 'write', die);
    case 'answer-whole':
      return at('undici:request:trailers', 'write', die);
    default:
      return;
  }
}
