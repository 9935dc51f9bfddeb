/** Whoever reads the sentence. */
export const YOU = 'You';
/** Somebody on the desk of whoever reads the sentence; nothing says who. */
export const DESK = 'Your desk';

/** "Your", "Your desk’s", "Tom Berger’s". */
export const whose = (who: string): string => (who === YOU ? 'Your' : `${who}’s`);

/** What was pressed, as the page of the person who pressed it wrote it, for every reader: "You sell 10 MW …" is "Tom Berger sells 10 MW …", "you bid …" "Tom Berger bids …". */
export const pressedBy = (shown: string, who: string): string =>
  who === YOU
    ? shown
    : shown.replace(
        /\byou (buy|sell|bid|offer)\b( to .*)?(.*)/i,
        (_, does: string, to: string | undefined, rest: string) =>
          `${who} ${does}s${to ?? rest.replaceAll(/, (buy|sell) (?=leg \d)/g, ', $1s ')}`,
      );
