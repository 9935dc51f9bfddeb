import Big from 'big.js';
import type { AcceptedWarning } from '../action';
import type { Failure } from '../failure';
import { BLOCKED, WARNED, type Finding, type Findings } from './finding';

/** What a tick of this warning confirms: the warning, and what was shown of its size. */
export const acceptanceOf = ({
  code,
  about,
  size,
}: Pick<Finding, 'code' | 'about' | 'size'>): AcceptedWarning =>
  size === undefined && about === undefined
    ? code
    : { code, ...(about !== undefined && { about }), ...(size !== undefined && { upTo: size }) };

/**
 * Whether a person confirmed a warning as large as it is now. One that has grown wants another tick, however little it grew; so
 * does one that has a size and was confirmed without.
 */
export const isAccepted = (finding: Finding, accepted: readonly AcceptedWarning[]): boolean =>
  isCovered(acceptanceOf(finding), accepted);

/** Whether ticks hold for all that another tick would confirm. */
export const isCovered = (one: AcceptedWarning, accepted: readonly AcceptedWarning[]): boolean => {
  const { size } = termsOf(one);
  return accepted.some((other) => {
    const { size: upTo } = termsOf(other);
    if (!isSame(one, other)) return false;
    return size === undefined || (upTo !== undefined && new Big(size).lte(upTo));
  });
};

/** Ticks together: of two of the same warning the larger one holds. */
export const joined = (all: readonly AcceptedWarning[]): AcceptedWarning[] =>
  all.filter((one, at) =>
    all.every((other, place) => {
      if (place === at || !isSame(one, other) || !isCovered(one, [other])) return true;
      // Of two that are as large as each other the first stays.
      return isCovered(other, [one]) && at < place;
    }),
  );

const termsOf = (one: AcceptedWarning) =>
  typeof one === 'string'
    ? { code: one, about: undefined, size: undefined }
    : { code: one.code, about: one.about, size: one.upTo };

function isSame(a: AcceptedWarning, b: AcceptedWarning): boolean {
  const [one, other] = [termsOf(a), termsOf(b)];
  return one.code === other.code && one.about === other.about;
}

/**
 * What keeps an action from being sent: a level that blocks, or a warning that nobody confirmed as large as it is. `accepted` is
 * what was ticked. Failures: `denied` for a block, `wrong-state` for a warning; `fields` has the findings.
 */
export function findingsFailure(
  { warnings, blocks }: Pick<Findings, 'warnings' | 'blocks'>,
  accepted: readonly AcceptedWarning[] = [],
): Failure | undefined {
  const open = warnings.filter((finding) => !isAccepted(finding, accepted));
  if (blocks.length > 0) {
    const next = 'Nothing was sent. Change it, or have the limits of this desk changed.';
    return { kind: 'denied', message: sentences(blocks), next, fields: fieldsOf({ warnings: open, blocks }) };
  }
  if (open.length === 0) return undefined;
  const hasGrown = open.some((finding) => accepted.some((one) => isSame(one, acceptanceOf(finding))));
  const grown = hasGrown ? 'It is more than what was ticked. ' : '';
  const next = `Nothing was sent. ${grown}Look at it once more, and press again if you mean it.`;
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
