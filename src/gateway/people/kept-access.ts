import * as z from 'zod/mini';
import type { Who } from '../../domain/person';
import type { Log } from '../../effects/log';
import type { SharedKind, SharedRows } from '../storage/shared-rows';

/** As it is kept: whoever reads it is another version, perhaps. */
const KeptWho = z.object({
  name: z.string(),
  id: z.exactOptional(z.string()),
  groups: z.exactOptional(z.array(z.string())),
  isProgram: z.exactOptional(z.boolean()),
  pairing: z.exactOptional(z.string()),
});

/** A session of a page, by the digest of its token. Times are epoch ms. */
const KeptSession = z.object({
  who: KeptWho,
  /** The digest of the sign-in that it came of. */
  signIn: z.exactOptional(z.string()),
  openedAt: z.number(),
  usedAt: z.number(),
});
export type KeptSession = z.infer<typeof KeptSession>;

/** A person's sign-in, by the digest of its key; until when, in epoch ms. */
const KeptSignIn = z.object({ who: KeptWho, endsAt: z.number() });
export type KeptSignIn = z.infer<typeof KeptSignIn> & { readonly who: Who };

/**
 * Writes one kind of thing behind whoever works with it, one after the other, so that another machine which takes over knows it too. A
 * digest is kept, and never what it is a digest of.
 */
export class KeptAccess<T> {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly kind: SharedKind,
    private readonly rows: SharedRows,
    private readonly log: Log,
  ) {}

  static readonly sessions = (rows: SharedRows, log: Log): Promise<Kept<KeptSession>> =>
    KeptAccess.open('session', KeptSession, { rows, log });
  static readonly signIns = (rows: SharedRows, log: Log): Promise<Kept<KeptSignIn>> =>
    KeptAccess.open('sign-in', KeptSignIn, { rows, log });

  private static async open<T>(
    kind: SharedKind,
    shape: z.ZodMiniType<T>,
    { rows, log }: { readonly rows: SharedRows; readonly log: Log },
  ): Promise<Kept<T>> {
    const before = new Map<string, T>();
    for (const [name, text] of await rows.read(kind)) {
      const read = shape.safeParse(JSON.parse(text));
      if (read.success) before.set(name, read.data);
    }
    return { access: new KeptAccess<T>(kind, rows, log), before };
  }

  /** Whether it was kept. Nobody has to wait: what is not kept is asked for anew after a change of leader. */
  put(digest: Buffer, value: T): Promise<boolean> {
    return this.write(() => this.rows.put(this.kind, nameOf(digest), JSON.stringify(value)));
  }

  /** Whether it is gone for whoever leads next, too. */
  drop(digests: readonly Buffer[]): Promise<boolean> {
    if (digests.length === 0) return Promise.resolve(true);
    return this.write(() => this.rows.drop(this.kind, digests.map(nameOf)));
  }

  private write(work: () => Promise<void>): Promise<boolean> {
    const written = this.last.then(work).then(
      () => true,
      (error: unknown) => {
        this.log.warn('Who is let in cannot be written down for the other machines of the desk.', {
          reason: String(error),
        });
        return false;
      },
    );
    this.last = written;
    return written;
  }
}

export interface Kept<T> {
  readonly access: KeptAccess<T>;
  /** What was kept before, by the name of its digest. */
  readonly before: ReadonlyMap<string, T>;
}

const nameOf = (digest: Buffer): string => digest.toString('base64url');
export const digestNamed = (name: string): Buffer => Buffer.from(name, 'base64url');
