import { crc32, deflateSync } from 'node:zlib';

/** Pixels row by row, four bytes each: red, green, blue, opacity. */
export interface Picture {
  readonly sizePx: number;
  readonly rgba: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES_PER_PIXEL = 4;
const HEADER_END = 24;

/** A square picture as a PNG file: 8 bits per channel with opacity, no filter, no extras. */
export function pngOf({ sizePx, rgba }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rowBytes = sizePx * BYTES_PER_PIXEL;
  const rows = Buffer.alloc(sizePx * (rowBytes + 1));
  for (let y = 0; y < sizePx; y++) {
    rows.set(rgba.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  const pixels = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND')]);
}

/** Width and height in pixels as the file's header states them, or nothing if this is no PNG. */
export function pngSize(file: Buffer): { widthPx: number; heightPx: number } | undefined {
  const isPng =
    file.length >= HEADER_END &&
    file.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    file.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? { widthPx: file.readUInt32BE(16), heightPx: file.readUInt32BE(20) } : undefined;
}

function chunk(kind: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
