import type { Action } from '../../../domain/action';

/** Whoever reads the sentence. */
export const YOU = 'You';
/** Somebody on the desk of whoever reads the sentence; nothing says who. */
export const DESK = 'Your desk';

/** "Your", "Your desk’s", "Tom Berger’s". */
export const whose = (who: string): string => (who === YOU ? 'Your' : `${who}’s`);

/** An offer trades nothing before somebody takes it. */
const OFFERS: Readonly<Record<string, string>> = { buy: 'bid', sell: 'offer' };

/**
 * What was pressed, as the page of the person who pressed it wrote it, for every reader: "You sell 10 MW …" is "Tom Berger sells 10 MW …", and
 * of an offer "You offer to sell 10 MW …", "Tom Berger offers to sell 10 MW …". Who pays is the same person.
 */
export function pressedBy({ body, shown }: Pick<Action, 'body' | 'shown'>, who: string): string {
  const isYou = who === YOU;
  const ofDoer = isYou
    ? shown
    : shown.replace(/· you (pay|receive)/, (_, does: string) => `· ${who} ${does}s`);
  return ofDoer.replace(/\byou (buy|sell|bid|offer)\b(.*)/i, (all: string, does: string, rest: string) => {
    const offer = 'direction' in body ? OFFERS[does] : undefined;
    if (offer) return `${who} ${offer}${isYou ? '' : 's'} to ${does}${rest}`;
    if (isYou) return all;
    const others = rest.startsWith(' to ') ? rest : rest.replaceAll(/, (buy|sell) (?=leg \d)/g, ', $1s ');
    return `${who} ${does}s${others}`;
  });
}
