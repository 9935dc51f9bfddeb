const PIECE_CHARS = 64 * 1024;

/** The same text in fewer, larger pieces: a stream costs by the piece. */
export async function* largePieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
