import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { CoverageFacts } from '../../../domain/trade-export/coverage';
import type { ExportPreset } from '../../../domain/trade-export/preset';

/** What a file covers, and which file it is: its name, and the hash that proves it. */
interface GivenFacts extends CoverageFacts {
  readonly file: string;
  readonly 'file-sha-256': string;
  readonly 'file-bytes': number;
  readonly columns: ExportPreset;
}

const REMEMBERED_MAX = 50;

/** The last files that were given out, by their names: what each covers as it was when it was written. */
export class GivenFiles {
  private readonly files = new Map<string, GivenFacts>();

  facts(name: string): GivenFacts | undefined {
    return this.files.get(name);
  }

  /** Passes a file on. It is remembered before its last byte is out: whoever has the whole file can ask about it. */
  passing(file: string, columns: ExportPreset, covered: () => CoverageFacts): Transform {
    const hash = createHash('sha256');
    let bytes = 0;
    return new Transform({
      transform: (chunk: Buffer, _, pass) => {
        hash.update(chunk);
        bytes += chunk.length;
        pass(undefined, chunk);
      },
      flush: (done) => {
        const [oldest] = this.files.size >= REMEMBERED_MAX ? this.files.keys() : [];
        if (oldest !== undefined) this.files.delete(oldest);
        this.files.set(file, {
          ...covered(),
          file,
          'file-sha-256': hash.digest('hex'),
          'file-bytes': bytes,
          columns,
        });
        done();
      },
    });
  }
}
