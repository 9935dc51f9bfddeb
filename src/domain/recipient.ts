import type { RawRecord } from './record';

/** Somebody whom the platform suggests to ask for quotes (section 4, smart recipient suggestions). */
export interface Recipient {
  /** As the platform names it. */
  readonly name: string;
  readonly raw: RawRecord;
}
