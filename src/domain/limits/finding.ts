import * as z from 'zod/mini';
import type { Failure } from '../failure';

export const LimitCode = z.enum([
  'best-price',
  'last-price',
  'sign-flip',
  'factor-of-ten',
  'volume',
  'notional',
  'count-per-minute',
  'duplicate',
]);
export type LimitCode = z.infer<typeof LimitCode>;

/** One limit that is reached, or could not be checked, in a sentence. */
export interface Finding {
  readonly code: LimitCode;
  readonly message: string;
}

/** `notChecked`: what could not be looked at, and why; it holds nothing back, but a person is to see it. */
export interface Findings {
  readonly warnings: readonly Finding[];
  readonly blocks: readonly Finding[];
  readonly notChecked: readonly Finding[];
}

/**
 * What keeps an action from being sent: a level that blocks, or a warning that nobody confirmed. `accepted` are the codes
 * of the warnings that were shown. Failures: `denied` for a block, `wrong-state` for a warning; `fields` has the findings.
 */
export function findingsFailure(
  { warnings, blocks }: Pick<Findings, 'warnings' | 'blocks'>,
  accepted: readonly string[] = [],
): Failure | undefined {
  const open = warnings.filter(({ code }) => !accepted.includes(code));
  if (blocks.length > 0) {
    const next = 'Nothing was sent. Change it, or have the limits of this desk changed.';
    return { kind: 'denied', message: sentences(blocks), next, fields: fieldsOf({ warnings: open, blocks }) };
  }
  if (open.length === 0) return undefined;
  const next = 'Nothing was sent. Look at it once more, and press again if you mean it.';
  return {
    kind: 'wrong-state',
    message: sentences(open),
    next,
    fields: fieldsOf({ warnings: open, blocks }),
  };
}

const sentences = (findings: readonly Finding[]): string => findings.map(({ message }) => message).join(' ');

const WARNED = 'limits.warn.';
const BLOCKED = 'limits.block.';
const fieldsOf = ({ warnings, blocks }: Pick<Findings, 'warnings' | 'blocks'>) => [
  ...blocks.map(({ code, message }) => ({ path: BLOCKED + code, message })),
  ...warnings.map(({ code, message }) => ({ path: WARNED + code, message })),
];

/** The findings in a failure of {@link findingsFailure}; `undefined` for every other failure. */
export function findingsIn({ fields }: Failure): Pick<Findings, 'warnings' | 'blocks'> | undefined {
  const found = (start: string): Finding[] =>
    (fields ?? []).flatMap(({ path, message }) => {
      const code = LimitCode.safeParse(path.startsWith(start) ? path.slice(start.length) : undefined);
      return code.success ? [{ code: code.data, message }] : [];
    });
  const findings = { warnings: found(WARNED), blocks: found(BLOCKED) };
  return findings.warnings.length + findings.blocks.length > 0 ? findings : undefined;
}
