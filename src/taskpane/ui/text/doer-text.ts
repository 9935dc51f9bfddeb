/** Whoever reads the sentence. */
export const YOU = 'You';
/** Somebody on the desk of whoever reads the sentence; nothing says who. */
export const DESK = 'Your desk';

/** "Your", "Your desk’s", "Tom Berger’s". */
export const whose = (who: string): string => (who === YOU ? 'Your' : `${who}’s`);

/** An offer trades nothing before somebody takes it. */
const OFFERS: Readonly<Record<string, readonly [verb: string, does: string]>> = {
  buy: ['bid', 'to buy'],
  sell: ['offer', 'to sell'],
};

/**
 * What was pressed, as the page of the person who pressed it wrote it, for every reader: "You sell 10 MW …" is "Tom Berger sells 10 MW …", and
 * of an offer "You offer to sell 10 MW …", "Tom Berger offers to sell 10 MW …".
 */
export function pressedBy(shown: string, who: string, isOffer = false): string {
  const isYou = who === YOU;
  return shown.replace(/\byou (buy|sell|bid|offer)\b(.*)/i, (all: string, does: string, rest: string) => {
    const offer = isOffer ? OFFERS[does] : undefined;
    if (offer) return `${who} ${offer[0]}${isYou ? '' : 's'} ${offer[1]}${rest}`;
    if (isYou) return all;
    const others = rest.startsWith(' to ') ? rest : rest.replaceAll(/, (buy|sell) (?=leg \d)/g, ', $1s ');
    return `${who} ${does}s${others}`;
  });
}
