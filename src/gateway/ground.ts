import type { Environment } from '../domain/desk-status';
import type { Outcome } from '../domain/failure';
import type { EndedStore } from './actions/ended-store';
import type { JournalStore } from './actions/journal-store';
import type { LimitsStore } from './actions/limits-keeper';
import type { RecallStore } from './actions/recall-store';
import type { RecordStore } from './answers/record-store';
import type { CaptureStore } from './capture/capture-store';
import type { TradeStore } from './capture/trade-store';
import type { EventLog } from './events/event-log';
import type { MarkStore } from './events/mark-store';
import type { Platform } from './platform';
import type { Credentials } from './service/secrets';
import type { DiskState } from './store/disk';

/** What a desk stands on in one environment. Nothing of it is ever used in another one. */
export interface Ground {
  readonly environment: Environment;
  /** The service's address, without credentials. */
  readonly service: string;
  readonly platform: Platform;
  readonly journal: JournalStore;
  readonly records: RecordStore;
  readonly trades: TradeStore;
  readonly captures: CaptureStore;
  /** Records in one page of the service's lists. */
  readonly pageSize: number;
  /** Where the levels that the pane sets are kept. */
  readonly limits: LimitsStore;
  readonly recalls: RecallStore;
  /** Which quotes and requests are proven over. */
  readonly ended: EndedStore;
  /** What was heard of this environment; it goes on listening while the desk stands elsewhere. */
  readonly events: EventLog;
  /** The last known moment: what came after it and was not told as an event is found by looking. */
  readonly marks: MarkStore;
  /** Of what is kept here. */
  readonly disk: DiskState;
  /** Ends the connections. The same ground can be opened anew. */
  close(): Promise<void>;
}

/** Where to stand, and as whom; without credentials the platform stays signed out. */
export interface GroundWanted {
  readonly environment: Environment;
  readonly credentials?: Credentials;
}

export type OpenGround = (wanted: GroundWanted) => Promise<Outcome<Ground>>;
