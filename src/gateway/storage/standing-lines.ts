import { factsOf } from '../../domain/actions/kinds';

/** What has to be known of the newest line of an action that is done, to tell whether it left something that may be live. */
export interface DoneLine {
  readonly sequence: number;
  readonly id: string;
  readonly createdAt: number;
  readonly kind?: string | null | undefined;
  readonly request?: string | null | undefined;
  /** The quote that the action was about. */
  readonly target?: string | null | undefined;
  /** The quote that it made. */
  readonly quote?: string | null | undefined;
  /** When it was said to be over (epoch ms). */
  readonly overAt?: number | null | undefined;
}

/** Which lines take nothing away, and before which moment (epoch ms) a quote must have been said to be over to be left out. */
export interface StandingRules {
  readonly doubted: ReadonlySet<string>;
  readonly overBefore: number;
}

/**
 * The lines of what may be live, oldest first; `done` in the order of the lines. Only their keys are needed: a journal
 * of years has many lines.
 */
export function standingAmong<Line extends DoneLine>(
  done: readonly Line[],
  { doubted, overBefore }: StandingRules,
): readonly Line[] {
  const quotes = new Map<string, Line>();
  const withdrawn = new Map<string, number>();
  const proposals = new Map<string, Line>();
  const newest = new Map<string, number>();
  const deleted = new Map<string, number>();
  const others: Line[] = [];
  for (const line of done) {
    const { id, createdAt: at, kind, request, target, quote, overAt } = line;
    const { leaves, takesOff } = factsOf({ kind: kind ?? '' });
    const isSure = !doubted.has(id);
    if (takesOff === 'quote' && isNamed(target) && isSure)
      withdrawn.set(target, Math.max(at, withdrawn.get(target) ?? at));
    // A line of an older action may follow those of newer ones, which it changes nothing of.
    if (takesOff === 'proposals' && isSure && isNamed(request) && at >= (newest.get(request) ?? 0)) {
      proposals.delete(request);
      if (leaves === 'proposal') {
        newest.set(request, at);
        proposals.set(request, line);
      } else deleted.set(request, at);
    }
    if (leaves === 'proposal' && !isSure) others.push(line);
    const isOver = isSure && overAt !== null && overAt !== undefined && overAt < overBefore;
    if (leaves === 'quote' && isNamed(quote)) {
      // A quote may have the number of an earlier one, of which a line may still follow.
      if ((quotes.get(quote)?.createdAt ?? at) > at) continue;
      if (isOver) quotes.delete(quote);
      else quotes.set(quote, line);
    } else if (leaves !== undefined && leaves !== 'proposal') others.push(line);
  }
  // Only what was sent before the withdrawal: a platform may give a later quote the number again.
  for (const [quote, at] of withdrawn) if ((quotes.get(quote)?.createdAt ?? at) <= at) quotes.delete(quote);
  // How a proposal ended is a line more, which does not bring back what a deletion took off.
  for (const [request, { overAt, createdAt: at }] of proposals)
    if (overAt && (overAt < overBefore || at < (deleted.get(request) ?? at))) proposals.delete(request);
  return [...quotes.values(), ...proposals.values(), ...others].sort((a, b) => a.sequence - b.sequence);
}

const isNamed = (name: string | null | undefined): name is string => name !== null && name !== undefined;
