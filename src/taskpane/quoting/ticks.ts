import type { AcceptedWarning } from '../../domain/action';
import { PRICE_CODES } from '../../domain/limits/finding';
import { isSameWarning } from '../../domain/limits/accepted-warnings';
import { allTicked, warningsIn, type Finding } from './pre-trade-check';

/** What a person has ticked, and for which content: of any other nothing is ticked. */
export interface Ticked {
  readonly written: string;
  /** Each as large as it was then. */
  readonly warnings: readonly AcceptedWarning[];
  /** The tick of those that have none of their own. */
  readonly rest?: boolean;
}

/** A slip of the fingers, money that is given away, or a size beyond the usual one: beside other warnings none of them is ticked in passing. */
const SERIOUS: ReadonlySet<string> = new Set([
  ...PRICE_CODES,
  'volume',
  'volume-day',
  'notional',
  'notional-day',
]);

/** The ticks that warnings want, and how far they are set. */
export interface Ticks {
  readonly now: Ticked;
  /** Each has a tick of its own. */
  readonly own: readonly Finding[];
  /** One tick for all of them. */
  readonly rest: readonly Finding[];
  readonly isRest: boolean;
  readonly all: boolean;
}

/** One warning wants one tick. Of several each serious one has its own, and the others have one together. */
export function ticksOf(findings: readonly Finding[], written: string, ticked: Ticked | undefined): Ticks {
  const warnings = findings.filter(({ level }) => level === 'warn');
  const own = warnings.length > 1 ? warnings.filter(({ code }) => SERIOUS.has(code)) : [];
  const rest = warnings.filter((one) => !own.includes(one));
  const now: Ticked = warnings.length > 0 && ticked?.written === written ? ticked : { written, warnings: [] };
  const isRest = rest.length === 0 || (now.rest === true && allTicked(rest, now.warnings));
  return { now, own, rest, isRest, all: isRest && allTicked(own, now.warnings) };
}

/** What a button waits for while not all of so many warnings are ticked. */
export const untickedInWords = (warnings: number): string =>
  warnings === 1 ? 'Read the warning above and tick it.' : 'Read the warnings above and tick them.';

export const isTicked = ({ now }: Ticks, finding: Finding): boolean => allTicked([finding], now.warnings);

/** What is ticked once a tick is set or taken away. */
export function toggled({ now, rest }: Ticks, which: Finding | 'rest', on: boolean): Ticked {
  const changed = warningsIn(which === 'rest' ? rest : [which]);
  const others = now.warnings.filter((one) => !changed.some((other) => isSameWarning(one, other)));
  return {
    ...now,
    warnings: on ? [...others, ...changed] : others,
    ...(which === 'rest' && { rest: on }),
  };
}
