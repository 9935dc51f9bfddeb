import type { Action, ActionBody, BodyOf } from '../../domain/action';
import type { OwnOffer } from '../../domain/own-offer';
import type { OwnQuote } from '../../domain/own-quote';
import type { Press } from '../pressing/presses';
import { aboutOf } from '../pressing/subject';

export const withdrawalOf = ({
  requestId,
  quoteId,
}: Pick<OwnQuote, 'requestId' | 'quoteId'>): BodyOf<'withdraw-quote'> => ({
  kind: 'withdraw-quote',
  requestId,
  quoteId,
});

export const deletionOf = ({ requestId }: Pick<OwnOffer, 'requestId'>): BodyOf<'delete-proposals'> => ({
  kind: 'delete-proposals',
  requestId,
});

export type Tried = Pick<Press, 'state' | 'failure'> | Pick<Action, 'state' | 'failure'>;
type Taking = BodyOf<'withdraw-quote'> | BodyOf<'delete-proposals'>;

/**
 * The attempt that counts: one that was done, else one that is under way, else the newest, whether this pane, another workbook or
 * the desk by itself made it. `since`: what was done before that (epoch ms) was about something else.
 */
export function newestTry(
  body: Taking,
  presses: readonly Press[],
  journal: readonly Action[],
  since = 0,
): Tried | undefined {
  const about = aboutOf(body);
  const isMeant = (other: ActionBody): boolean => other.kind === body.kind && aboutOf(other) === about;
  const tries = [
    ...presses.filter((press) => press.about === about).map((press) => ({ one: press, at: press.pressedAt })),
    ...journal.filter((one) => isMeant(one.body)).map((one) => ({ one, at: one.createdAt })),
  ].filter(({ at }) => at >= since);
  const inState = (...states: readonly string[]) => tries.find(({ one }) => states.includes(one.state))?.one;
  const [first, ...rest] = tries;
  const newest = rest.reduce((a, b) => (a && b.at > a.at ? b : a), first);
  return inState('done') ?? inState('staged', 'sending') ?? newest?.one;
}

/** Own quotes without those that this pane has just withdrawn: the list follows a moment later. */
export const stillLive = (own: readonly OwnQuote[], presses: readonly Press[]): OwnQuote[] =>
  own.filter((quote) => newestTry(withdrawalOf(quote), presses, [])?.state !== 'done');

/** The same for price proposals. */
export const stillProposed = (own: readonly OwnOffer[], presses: readonly Press[]): OwnOffer[] =>
  own.filter((offer) => newestTry(deletionOf(offer), presses, [], offer.since)?.state !== 'done');
