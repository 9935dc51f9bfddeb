const PIECE_BYTES = 64 * 1024;
/** A row fits behind what is not a piece yet, so that hardly any buffer has to grow. */
const ROOM_BYTES = 32 * 1024;
/** No character of a string takes more bytes in UTF-8. */
const BYTES_OF_CHAR_MAX = 3;

/**
 * Text as UTF-8 in pieces of 64 kB or more: a stream costs by the piece. Each text is written into the buffer at once, because a string that
 * grows by thousands of others is looked at again by every collection of garbage until it is written.
 */
export class TextPieces {
  private bytes = Buffer.allocUnsafe(PIECE_BYTES + ROOM_BYTES);
  private length = 0;

  /** Gives a piece, this text included, once there is enough for one. */
  add(text: string): Buffer | undefined {
    this.makeRoom(text.length * BYTES_OF_CHAR_MAX);
    this.length += this.bytes.write(text, this.length);
    return this.length >= PIECE_BYTES ? this.taken() : undefined;
  }

  /** What is written and was not given yet, which may be nothing. */
  taken(): Buffer {
    const piece = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafe(PIECE_BYTES + ROOM_BYTES);
    this.length = 0;
    return piece;
  }

  private makeRoom(bytesMax: number): void {
    if (this.length + bytesMax <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(this.length + bytesMax);
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
