import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A zip file holds lengths in 32 bits. */
const PART_BYTES_MAX = 0xffff_ffff;
/** Days outside of these have no form in a zip file. */
const EARLIEST = Date.UTC(1980, 0, 2);
const LATEST = Date.UTC(2099, 11, 30);
const LEVEL = 6;
const PENDING_CHARS = 32 * 1024;

/** One file within the archive, written piece by piece. */
export interface Part {
  write(text: string): void;
  end(): void;
}

/**
 * A zip file while it is being made. Parts may be written side by side; what belongs behind a part that is still open
 * waits, compressed, in memory.
 */
export class Archive {
  private readonly zip: Zip;
  private readonly made: Uint8Array[] = [];
  private readonly mtime: number;

  constructor(now: number) {
    this.mtime = Math.min(Math.max(now, EARLIEST), LATEST);
    this.zip = new Zip((error, piece) => {
      if (error) throw error;
      this.made.push(piece);
    });
  }

  part(name: string): Part {
    const file = new ZipDeflate(name, { level: LEVEL });
    file.mtime = this.mtime;
    this.zip.add(file);
    let pending = '';
    let bytes = 0;
    const flush = (final: boolean): void => {
      const piece = strToU8(pending);
      pending = '';
      bytes += piece.length;
      if (bytes > PART_BYTES_MAX) throw new Error(TOO_LARGE);
      file.push(piece, final);
    };
    return {
      write(text) {
        pending += text;
        if (pending.length >= PENDING_CHARS) flush(false);
      },
      end: () => flush(true),
    };
  }

  whole(name: string, text: string): void {
    const part = this.part(name);
    part.write(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`);
    part.end();
  }

  end(): void {
    this.zip.end();
  }

  /** What is ready to be sent on. */
  *taken(): Generator<Uint8Array> {
    yield* this.made.splice(0);
  }
}

/** What a person can do about it. */
export const TOO_LARGE =
  'These trades do not fit into one Excel workbook. Export a shorter period, or choose CSV or JSON Lines.';
