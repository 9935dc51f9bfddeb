import type { KeptEvent } from './kept-events';
import { violation, type Violation, type Wrong } from '../campaign/violation';
import type { Sent } from './delivery-relay';

/** What is known of one run when it is over, from all sides. */
export interface Seen {
  readonly sent: readonly Sent[];
  readonly kept: readonly KeptEvent[];
  /** Calls about single requests that followed a volley of deliveries which must have no effect. */
  readonly callsAfterVolley: number;
  /** What a page showed wrongly in the end. */
  readonly wrongCells: readonly string[];
  /** Reads that failed and were asked for again by the page. */
  readonly askedAgain: number;
  /** Lives of the gateway that ended although nobody had killed it. */
  readonly deaths: number;
  /** Errors that the gateway has not foreseen. */
  readonly errors: readonly string[];
}

export interface Judgement {
  readonly counts: {
    /** Deliveries of what the platform told. */
    readonly sent: number;
    /** Those of them that were answered with 2xx. */
    readonly taken: number;
    /** Times that deliveries lie in the store. */
    readonly stored: number;
    /** Answered with 2xx, and not in the store. */
    readonly lost: number;
    /** Deliveries that must have no effect. */
    readonly forged: number;
    /** Those that had one. */
    readonly effective: number;
    readonly askedAgain: number;
    readonly wrongCells: number;
    readonly deaths: number;
  };
  readonly violations: readonly Violation[];
}

const isTaken = ({ status }: Sent): boolean => status !== undefined && status >= 200 && status < 300;

export function judged({
  sent,
  kept,
  callsAfterVolley,
  wrongCells,
  askedAgain,
  deaths,
  errors,
}: Seen): Judgement {
  const genuine = sent.filter(({ isGenuine }) => isGenuine);
  const forged = sent.filter(({ isGenuine }) => !isGenuine);
  const times = new Map(kept.map(({ body, times: count }) => [body, count] as const));
  for (const { body } of kept) times.set(body, sum(kept.filter((one) => one.body === body)));
  const lost = missing(genuine.filter(isTaken), times);
  const stored = forged.filter(({ body }) => body !== '' && times.has(body));
  const told = forged.filter(isTaken);
  const effective = new Set([...stored, ...told]).size + callsAfterVolley;
  const unasked = kept.filter(({ body }) => !sent.some((one) => one.body === body));
  const often = [...times].filter(
    ([body, count]) => count > genuine.filter((one) => one.body === body).length,
  );
  return {
    counts: {
      sent: genuine.length,
      taken: genuine.filter(isTaken).length,
      stored: sum(kept),
      lost,
      forged: forged.length,
      effective,
      askedAgain,
      wrongCells: wrongCells.length,
      deaths,
    },
    violations: [
      ...said('lost events', lost, 'events were answered with 2xx and are not in the store'),
      ...said('forged effects', stored.length, 'deliveries that had to be turned away are in the store'),
      ...said('forged effects', told.length, 'deliveries that had to be turned away were answered with 2xx'),
      ...said(
        'forged effects',
        callsAfterVolley,
        'calls were made because of deliveries that had to be turned away',
      ),
      ...said('anything else', unasked.length, 'events are in the store that nobody delivered'),
      ...said('anything else', often.length, 'events are in the store more often than they were delivered'),
      ...wrongCells.map((what) => violation('wrong cells', `Never shown as it is on the platform: ${what}.`)),
      ...said('anything else', deaths, 'times the gateway ended by itself'),
      ...errors.map((error) => violation('anything else', `The gateway logged an error: ${error}`)),
    ],
  };
}

/** How many deliveries of these the store does not have. */
function missing(taken: readonly Sent[], times: ReadonlyMap<string, number>): number {
  const wanted = new Map<string, number>();
  for (const { body } of taken) wanted.set(body, (wanted.get(body) ?? 0) + 1);
  return [...wanted].reduce((all, [body, count]) => all + Math.max(0, count - (times.get(body) ?? 0)), 0);
}

const sum = (kept: readonly KeptEvent[]): number => kept.reduce((all, { times }) => all + times, 0);
const said = (wrong: Wrong, count: number, what: string): Violation[] =>
  count === 0 ? [] : [violation(wrong, `${count} ${what}.`, count)];
