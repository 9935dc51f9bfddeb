import type { CaptureClient } from '../../src/client/captures';
import { CaptureId } from '../../src/domain/capture';
import { failed, type Failure } from '../../src/domain/failure';

const NONE: Failure = { kind: 'unavailable', message: 'There is no gateway here.', next: 'Start one.' };
const refused = async (): Promise<{ ok: false; failure: Failure }> => failed(NONE);

/** No capture can be started; a test that wants one replaces what it needs. */
export const noCaptures = (): CaptureClient => ({
  estimate: refused,
  newId: () => CaptureId.parse('00000000-0000-4000-8000-000000000001'),
  start: refused,
  pause: refused,
  resume: refused,
  cancel: refused,
  rows: refused,
  file: refused,
});
