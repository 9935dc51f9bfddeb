import type { RequestId } from './identifiers';
import type { RawRecord } from './record';

/** The analytics of a request, feedback comment included; a standard spread's has the same shape (section 2). */
export interface Analytics {
  readonly requestId: RequestId;
  readonly raw: RawRecord;
}
