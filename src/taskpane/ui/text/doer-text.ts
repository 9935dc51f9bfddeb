/** Whoever reads the sentence. */
export const YOU = 'You';
/** Somebody on the desk of whoever reads the sentence; nothing says who. */
export const DESK = 'Your desk';

/** "Your", "Your desk’s", "Tom Berger’s". */
export const whose = (who: string): string => (who === YOU ? 'Your' : `${who}’s`);

const OFFERS: Readonly<Record<string, string>> = { buy: 'bids to buy', sell: 'offers to sell' };

/**
 * What was pressed, as the page of the person who pressed it wrote it, for every reader: "You sell 10 MW …" is "Tom Berger sells 10 MW …", and
 * of an offer, which trades nothing before somebody takes it, "Tom Berger offers to sell 10 MW …".
 */
export function pressedBy(shown: string, who: string, isOffer = false): string {
  if (who === YOU) return shown;
  return shown.replace(/\byou (buy|sell|bid|offer)\b(.*)/i, (_, does: string, rest: string) => {
    const offers = isOffer ? OFFERS[does] : undefined;
    if (offers !== undefined) return `${who} ${offers}${rest}`;
    const others = /^ to /.test(rest) ? rest : rest.replaceAll(/, (buy|sell) (?=leg \d)/g, ', $1s ');
    return `${who} ${does}s${others}`;
  });
}
