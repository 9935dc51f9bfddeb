import { useState } from 'react';

/** How a person last turned it, and what there was to see to then. */
interface Turned {
  readonly isOpen: boolean;
  readonly news: readonly string[];
}

/**
 * Whether a line stands open. `news`: what a person may have to see to; each opens it, until a person folds it away with that in it. What a person
 * has opened, or is at work in, stays open.
 */
export function useUnfolded(news: readonly string[]): {
  readonly isUnfolded: boolean;
  readonly turn: (isOpen: boolean) => void;
} {
  const [turned, setTurned] = useState<Turned>();
  const isNew = news.some((one) => turned?.news.includes(one) !== true);
  return {
    isUnfolded: turned?.isOpen === true || isNew,
    turn: (isOpen) => setTurned({ isOpen, news }),
  };
}
