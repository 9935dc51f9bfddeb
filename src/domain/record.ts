import type { Failure } from './failure';

/** A record exactly as the service sent it: fields by the service's own names, unknown ones included. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The readable records of a list, and beside them those that were not, so that one never hides the others. */
export interface Listing<T> {
  readonly records: readonly T[];
  readonly unreadable: readonly { readonly raw: unknown; readonly failure: Failure }[];
}
