import * as z from 'zod/mini';
import type { Failure } from '../failure';
import type { Price } from '../price';

/** Limits that hold a price against another one. */
export const PRICE_CODES = [
  'best-price',
  'worse-than-best',
  'last-price',
  'through-market',
  'nearest-trade',
  'sign-flip',
  'factor-of-ten',
] as const;
const LimitCode = z.enum([
  ...PRICE_CODES,
  'zero-price',
  'fine-price',
  'no-reference',
  'units',
  'leg-quantity',
  'volume',
  'notional',
  'volume-day',
  'notional-day',
  'count-per-minute',
  'duplicate',
  'part-unproven',
  'unread',
  'past-delivery',
  'unknown-market',
  'swap-kind',
  'swap-count',
]);
type LimitCode = z.infer<typeof LimitCode>;

/** One limit that is reached, or could not be checked, in a sentence. */
export interface Finding {
  readonly code: LimitCode;
  readonly message: string;
  /** Subject within the action, where one code can occur several times, such as "leg 2" or "MW". */
  readonly about?: string;
  /** How large it is, in the unit of what it measures: exact decimal text. A tick holds up to this size and no further. */
  readonly size?: string;
  /** The price that it is about, counted from 0, where that is not the price as a whole. */
  readonly leg?: number;
  /** The other price that it holds the action's against, by the name that the sentence gives it. */
  readonly beside?: Beside;
}

export interface Beside {
  readonly name: string;
  readonly price: Price;
  readonly counterparty?: string;
}

/** `notChecked`: a check that was impossible, and why; it blocks nothing, but is shown. */
export interface Findings {
  readonly warnings: readonly Finding[];
  readonly blocks: readonly Finding[];
  readonly notChecked: readonly Finding[];
}

/** Prefixes of the finding paths in a limit failure. */
export const WARNED = 'limits.warn.';
export const BLOCKED = 'limits.block.';

/** The findings in a failure of the limits; `undefined` for every other failure. */
export function findingsIn({ fields }: Failure): Pick<Findings, 'warnings' | 'blocks'> | undefined {
  const found = (start: string): Finding[] =>
    (fields ?? []).flatMap(({ path, message }) =>
      path.startsWith(start) ? findingAt(path.slice(start.length), message) : [],
    );
  const findings = { warnings: found(WARNED), blocks: found(BLOCKED) };
  return findings.warnings.length + findings.blocks.length > 0 ? findings : undefined;
}

function findingAt(place: string, message: string): Finding[] {
  const [name, size = '', about = ''] = place.split(';');
  const code = LimitCode.safeParse(name);
  if (!code.success) return [];
  return [{ code: code.data, message, ...(size !== '' && { size }), ...(about !== '' && { about }) }];
}

/** Result of one check: limits reached, or not checked. */
export interface Checked extends Finding {
  readonly step: 'warn' | 'block' | 'not-checked';
}
