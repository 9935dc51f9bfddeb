import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { TextPieces } from '../../../effects/text-pieces';

/** A zip file holds lengths in 32 bits. */
const PART_BYTES_MAX = 0xffff_ffff;
/** Days outside of these have no form in a zip file. */
const EARLIEST = Date.UTC(1980, 0, 2);
const LATEST = Date.UTC(2099, 11, 30);
const LEVEL = 6;
/** How a zip file says that a part is deflated. */
const DEFLATED = 8;
const PACKED_BYTES = 64 * 1024;
const NOTHING = new Uint8Array(0);

/** One file within the archive, written piece by piece. */
export interface Part {
  write(text: string): void;
  /** Compressed to its end. */
  end(): Promise<void>;
}

/**
 * A zip file while it is being made. Parts may be written side by side; what belongs behind a part that is still open
 * waits, compressed, in memory. Compressing is the system's work, on a thread of its own, with a fixed amount of memory;
 * whoever writes waits for it with {@link caughtUp}.
 */
export class Archive {
  private readonly zip: Zip;
  private readonly made: Uint8Array[] = [];
  private readonly packers = new Set<DeflateRaw>();
  private readonly mtime: number;

  constructor(now: number) {
    this.mtime = Math.min(Math.max(now, EARLIEST), LATEST);
    this.zip = new Zip((error, piece) => {
      if (error) throw error;
      this.made.push(piece);
    });
  }

  part(name: string): Part {
    const { mtime } = this;
    const file: ZipInputFile = { filename: name, compression: DEFLATED, mtime, size: 0, crc: 0 };
    const packer = this.packer(file);
    const pieces = new TextPieces();
    const pack = (piece: Buffer): void => {
      file.size += piece.length;
      if (file.size > PART_BYTES_MAX) throw new Error(TOO_LARGE);
      file.crc = crc32(piece, file.crc);
      packer.write(piece);
    };
    return {
      write(text) {
        const full = pieces.add(text);
        if (full) pack(full);
      },
      end: async () => {
        pack(pieces.taken());
        packer.end();
        await finished(packer);
        this.packers.delete(packer);
      },
    };
  }

  async whole(name: string, text: string): Promise<void> {
    const part = this.part(name);
    part.write(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`);
    await part.end();
  }

  /** Whether more is written than is compressed as yet. */
  get isBehind(): boolean {
    return [...this.packers].some(({ writableNeedDrain }) => writableNeedDrain);
  }

  async caughtUp(): Promise<void> {
    const behind = [...this.packers].filter(({ writableNeedDrain }) => writableNeedDrain);
    await Promise.all(behind.map((packer) => once(packer, 'drain')));
  }

  end(): void {
    this.zip.end();
  }

  /** Gives up what is not ended. */
  close(): void {
    for (const packer of this.packers) packer.destroy();
    this.packers.clear();
  }

  /** What is ready to be sent on. */
  *taken(): Generator<Uint8Array> {
    yield* this.made.splice(0);
  }

  private packer(file: ZipInputFile): DeflateRaw {
    const packer = createDeflateRaw({ level: LEVEL, chunkSize: PACKED_BYTES });
    this.packers.add(packer);
    this.zip.add(file);
    packer.on('data', (piece: Buffer<ArrayBuffer>) => file.ondata?.(null, piece, false));
    packer.on('end', () => file.ondata?.(null, NOTHING, true));
    // Whoever waits for it is told.
    packer.on('error', () => undefined);
    return packer;
  }
}

/** What a person can do about it. */
export const TOO_LARGE =
  'These trades do not fit into one Excel workbook. Export a shorter period, or choose CSV or JSON Lines.';
