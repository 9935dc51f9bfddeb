import type { Direction } from './offers';
import type { Listing } from './record';

/** A record of a list that could not be read, as it came, and why. */
export type Unread = Listing<unknown>['unreadable'][number];

/** One text field of a record that cannot be read as a whole; `undefined` when it is not plain text. */
export function plainText({ raw }: Pick<Unread, 'raw'>, name: string): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const value: unknown = Object.entries(raw).find(([field]) => field === name)?.[1];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** States that end an offer; any other, or none, may be on offer (interface document, section 2, wire defaults). */
const ENDED: ReadonlySet<string | undefined> = new Set(['withdrawn', 'accepted', 'rejected']);

export const directionIn = (unread: Pick<Unread, 'raw'>): Direction | undefined => {
  const direction = plainText(unread, 'price-direction');
  return direction === 'bid' || direction === 'ask' ? direction : undefined;
};

/**
 * The unreadable offers that may be on offer on a side, or on any: while there is one, nothing can be called the best there.
 * Left out is only what its own record says plainly to be over, or to be on the other side.
 */
export const unreadOn = (unreadable: readonly Unread[], direction?: Direction): Unread[] =>
  unreadable.filter((one) => {
    if (ENDED.has(plainText(one, 'state'))) return false;
    const side = directionIn(one);
    return direction === undefined || side === undefined || side === direction;
  });

/** "legs[0].price: not a price", the fields that cannot be read; what was said of the record where none is named. */
export function unreadReason({ failure }: Pick<Unread, 'failure'>): string {
  const { fields = [], message } = failure;
  if (fields.length === 0) return message;
  return fields.map(({ path, message: why }) => (path === '' ? why : `${path}: ${why}`)).join('; ');
}

/** "1 quote on this request cannot be read (legs[0].price: not a price)" */
export function unreadInWords(unread: readonly Unread[], noun: string): string {
  const [first] = unread;
  const what = unread.length === 1 ? `1 ${noun}` : `${unread.length} ${noun}s`;
  return `${what} on this request cannot be read${first ? ` (${unreadReason(first)})` : ''}`;
}
