import { CaptureId } from '../domain/capture';
import { failed, type Failure, type Outcome } from '../domain/failure';
import type { CaptureClient, CaptureParts } from './captures';
import type { DeskClient } from './client';

const NOT_LOADED: Failure = {
  kind: 'unavailable',
  message: 'This part of SpreadDesk could not be loaded, so the gateway was not asked.',
  next: 'Check that the gateway runs, then try again. If SpreadDesk was updated meanwhile, reload the pane.',
};

/** What only a room asks that comes later itself. The page does not wait for this code: it comes when it is first wanted. */
export function lateAsking(parts: CaptureParts): Pick<DeskClient, 'captures' | 'webhook' | 'checkWebhook'> {
  const captures = through(
    () => import(/* webpackChunkName: "captures" */ './captures'),
    (code) => code.captureClient(parts),
  );
  const events = through(
    () => import(/* webpackChunkName: "webhook" */ './webhook'),
    (code) => code,
  );
  return {
    captures: lateCaptures(captures, () => CaptureId.parse(parts.ids.uuid())),
    webhook: () => events(({ webhook }) => webhook(parts)),
    checkWebhook: () => events(({ checkWebhook }) => checkWebhook(parts)),
  };
}

type Through<C> = <T>(ask: (code: C) => Promise<Outcome<T>>) => Promise<Outcome<T>>;

const through =
  <M, C>(load: () => Promise<M>, codeOf: (file: M) => C): Through<C> =>
  async (ask) => {
    const file = await load().catch(() => undefined);
    return file ? ask(codeOf(file)) : failed(NOT_LOADED);
  };

const lateCaptures = (late: Through<CaptureClient>, newId: CaptureClient['newId']): CaptureClient => ({
  newId,
  estimate: (wanted) => late((captures) => captures.estimate(wanted)),
  start: (id, wanted) => late((captures) => captures.start(id, wanted)),
  pause: (id) => late((captures) => captures.pause(id)),
  resume: (id) => late((captures) => captures.resume(id)),
  cancel: (id) => late((captures) => captures.cancel(id)),
  rows: (wanted, block) => late((captures) => captures.rows(wanted, block)),
  file: (wanted, style, rowsMax) => late((captures) => captures.file(wanted, style, rowsMax)),
});
