import type { TradeDownloadClient } from '../../src/client/trade-downloads';
import { TradeDownloadId } from '../../src/domain/trade-download';
import { failed, type Failure } from '../../src/domain/failure';

const NONE: Failure = { kind: 'unavailable', message: 'There is no gateway here.', next: 'Start one.' };
const refused = async (): Promise<{ ok: false; failure: Failure }> => failed(NONE);

/** No capture can be started; a test that wants one replaces what it needs. */
export const noCaptures = (): TradeDownloadClient => ({
  estimate: refused,
  newId: () => TradeDownloadId.parse('00000000-0000-4000-8000-000000000001'),
  start: refused,
  pause: refused,
  resume: refused,
  cancel: refused,
  rows: refused,
  file: refused,
});
