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
}

/**
 * The numbers of the lines of what may be live, oldest first; `done` in the order of the lines. Only their keys are needed: a journal
 * of years has many lines.
 */
export function standingAmong(done: readonly DoneLine[], doubted: ReadonlySet<string>): readonly number[] {
  const quotes = new Map<string, number>();
  const withdrawn = new Set<string>();
  const proposals = new Map<string, number>();
  const newest = new Map<string, number>();
  const others: number[] = [];
  for (const { sequence, id, createdAt: at, kind, request, target, quote } of done) {
    const { leaves, takesOff } = factsOf({ kind: kind ?? '' });
    const isSure = !doubted.has(id);
    if (takesOff === 'quote' && isNamed(target) && isSure) withdrawn.add(target);
    // A line of an older action may follow those of newer ones, which it changes nothing of.
    if (takesOff === 'proposals' && isSure && isNamed(request) && at >= (newest.get(request) ?? 0)) {
      proposals.delete(request);
      if (leaves === 'proposal') {
        newest.set(request, at);
        proposals.set(request, sequence);
      }
    }
    if (leaves === 'proposal' && !isSure) others.push(sequence);
    if (leaves === 'quote' && isNamed(quote)) quotes.set(quote, sequence);
    else if (leaves === 'quote' || leaves === 'counteroffer') others.push(sequence);
  }
  for (const quote of withdrawn) quotes.delete(quote);
  return [...quotes.values(), ...proposals.values(), ...others].sort((a, b) => a - b);
}

const isNamed = (name: string | null | undefined): name is string => name !== null && name !== undefined;
