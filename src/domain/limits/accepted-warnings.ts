import Big from 'big.js';
import type { AcceptedWarning } from '../action';
import type { Failure } from '../failure';
import { BLOCKED, WARNED, type Finding, type Findings } from './finding';

/** Of a finding what says which it is, and how large. */
interface Measured {
  readonly code: string;
  readonly about?: string | undefined;
  readonly size?: string | undefined;
}

/** The confirmation of a warning: its code and the size shown. */
export const acceptanceOf = ({ code, about, size }: Measured): AcceptedWarning =>
  size === undefined && about === undefined
    ? code
    : { code, ...(about !== undefined && { about }), ...(size !== undefined && { upTo: size }) };

/**
 * Whether a person confirmed a warning as large as it is now. One that has grown wants another tick, however little it grew; so
 * does one that has a size and was confirmed without.
 */
const isAccepted = (finding: Finding, accepted: readonly AcceptedWarning[]): boolean =>
  isCovered(acceptanceOf(finding), accepted);

/** Whether ticks hold for all that another tick would confirm. */
export const isCovered = (one: AcceptedWarning, accepted: readonly AcceptedWarning[]): boolean => {
  const { size } = termsOf(one);
  return accepted.some((other) => {
    const { size: upTo } = termsOf(other);
    if (!isSameWarning(one, other)) return false;
    return size === undefined || (upTo !== undefined && new Big(size).lte(upTo));
  });
};

/** Ticks together: of two of the same warning the larger one holds. */
export const joined = (all: readonly AcceptedWarning[]): AcceptedWarning[] =>
  all.filter((one, at) =>
    all.every((other, place) => {
      if (place === at || !isSameWarning(one, other) || !isCovered(one, [other])) return true;
      // Of two that are as large as each other the first stays.
      return isCovered(other, [one]) && at < place;
    }),
  );

const termsOf = (one: AcceptedWarning) =>
  typeof one === 'string'
    ? { code: one, about: undefined, size: undefined }
    : { code: one.code, about: one.about, size: one.upTo };

/** Whether both are of one warning, however large each is. */
export function isSameWarning(a: AcceptedWarning, b: AcceptedWarning): boolean {
  const [one, other] = [termsOf(a), termsOf(b)];
  return one.code === other.code && one.about === other.about;
}

/**
 * Why an action may not be sent: a blocking level, or a warning not confirmed at its present size. `accepted` is what
 * was ticked. Failures: `denied` for a block, `wrong-state` for a warning; `fields` has the findings.
 */
export function findingsFailure(
  { warnings, blocks }: Pick<Findings, 'warnings' | 'blocks'>,
  accepted: readonly AcceptedWarning[] = [],
): Failure | undefined {
  const open = warnings.filter((finding) => !isAccepted(finding, accepted));
  if (blocks.length > 0) {
    const next = 'Nothing was sent. Change it, or change the limits of this desk.';
    return { kind: 'denied', message: sentences(blocks), next, fields: fieldsOf({ warnings: open, blocks }) };
  }
  if (open.length === 0) return undefined;
  const hasGrown = open.some((finding) => accepted.some((one) => isSameWarning(one, acceptanceOf(finding))));
  const grown = hasGrown ? 'It exceeds the ticked warning. ' : '';
  const next = `Nothing was sent. ${grown}Check it, and press again if you mean it.`;
  return {
    kind: 'wrong-state',
    message: sentences(open),
    next,
    fields: fieldsOf({ warnings: open, blocks }),
  };
}

const sentences = (findings: readonly Finding[]): string => findings.map(({ message }) => message).join(' ');

const fieldsOf = ({ warnings, blocks }: Pick<Findings, 'warnings' | 'blocks'>) => [
  ...blocks.map((finding) => ({ path: BLOCKED + placeOf(finding), message: finding.message })),
  ...warnings.map((finding) => ({ path: WARNED + placeOf(finding), message: finding.message })),
];

/** "best-price", "best-price;35.85", "volume;60;MW" */
const placeOf = ({ code, size = '', about = '' }: Finding): string =>
  `${code};${size};${about}`.replace(/;+$/, '');
