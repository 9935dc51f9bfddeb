import type { Clock } from '../../effects/clock';

/** The machine that leads the desk, as this one knows it. */
export interface Leading {
  /** Where its peers reach it: a host or an address, and a port. */
  readonly address: string;
  /** Grows with every change of leader. */
  readonly epoch: number;
  /** It is this process. */
  readonly isSelf: boolean;
}

/** Who leads, as far as this machine knows. */
export interface Leader {
  current(): Leading | undefined;
  /** Who led last, also while nobody does. */
  last(): Leading | undefined;
  /** Calls `listener` whenever {@link current} says something else. Calling the answer ends it; twice is harmless. */
  onChange(listener: () => void): () => void;
}

/** Who leads once somebody does; `undefined` if nobody has by then. `isOther`: whom the caller does not mean. */
export function leaderWithin(
  { leader, clock }: { readonly leader: Leader; readonly clock: Clock },
  waitMs: number,
  isOther: (leading: Leading) => boolean = () => false,
): Promise<Leading | undefined> {
  const meant = (): Leading | undefined => {
    const leading = leader.current();
    return leading && !isOther(leading) ? leading : undefined;
  };
  const now = meant();
  if (now || waitMs <= 0) return Promise.resolve(now);
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      cancel();
      resolve(meant());
    };
    const stop = leader.onChange(() => {
      if (meant()) end();
    });
    const cancel = clock.after(waitMs, end);
  });
}
