/** Excel takes no text of more than 255 characters in a formula. */
const PIECES = /.{1,200}/gs;

/** A text of a formula, in as many pieces as Excel wants. */
export const inPieces = (text: string): string =>
  (text.match(PIECES) ?? ['']).map((piece) => `"${piece.replaceAll('"', '""')}"`).join('&');
