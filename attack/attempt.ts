import type { Target } from './target';

export const KINDS = [
  'host',
  'origin',
  'token',
  'identity',
  'socket',
  'path',
  'method',
  'pace',
  'smuggling',
  'header injection',
  'JSON',
  'event',
  'session flood',
  'answer headers',
  'formula',
  'markup',
  'secret',
] as const;
export type Kind = (typeof KINDS)[number];

/** What an attempt met, in a few words, and whether it got in. */
export interface Met {
  readonly met: string;
  readonly gotIn: boolean;
}

/** One way to try to get in. What breaks an attempt counts as having got in: nobody knows then that it was held. */
export interface Attempt {
  readonly kind: Kind;
  readonly tried: string;
  readonly at: (target: Target) => Promise<Met>;
}

export const held = (met: string): Met => ({ met, gotIn: false });
export const gotIn = (met: string): Met => ({ met, gotIn: true });
export const judged = (isIn: boolean, met: string): Met => ({ met, gotIn: isIn });
