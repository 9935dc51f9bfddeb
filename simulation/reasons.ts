import { DEFAULT_PROFILE } from '../src/contract/service/profile';
import type { Action } from '../src/domain/action';
import type { Press, Seen } from './seen';
import type { Call } from './traffic';

type Happened = Pick<Seen, 'events' | 'presses' | 'lines'>;

/** What is read before a write leaves, and until when that one may leave. */
const CHECKED_WITHIN_MS = 15_000;
const { openRequests, concludedRequests, trades } = DEFAULT_PROFILE.paths;
/** In which requests and trades come and go. */
const LISTS: readonly string[] = [openRequests, concludedRequests, trades];

/**
 * Why a question was asked once more although `before` had not been answered: its answer could be of the past, because
 * something was heard, or an action ended, since that had left; or a write was pressed, which is checked on its own.
 */
export function isAskedForAReason(call: Call, before: Call, { events, presses, lines }: Happened): boolean {
  const isBetween = (at: number | undefined): boolean => at !== undefined && at >= before.at && at <= call.at;
  return (
    events.some((event) => isBetween(event.heardAt) && (isList(call) || isOn(call, event))) ||
    lines.some(({ endedAt, body }) => isBetween(endedAt) && (isList(call) || isOn(call, idsIn(body)))) ||
    presses.some((press) => wasJustPressed(press, call) && isOn(call, press))
  );
}

/**
 * Whether a read may tell what came of an action that has been sent and is not known yet. Each look reads the request of the
 * action anew: a platform may close it first and say later that it traded.
 */
export function looksForAnOutcome(call: Call, lines: readonly Action[]): boolean {
  const last = new Map(lines.map((line) => [line.id, line])).values();
  return [...last].some(
    ({ body, sentAt = Infinity, endedAt = Infinity }) =>
      'requestId' in body && isOn(call, idsIn(body)) && sentAt <= call.at && call.at <= endedAt,
  );
}

const wasJustPressed = ({ atMs }: Press, call: Call): boolean =>
  atMs <= call.atMs && call.atMs - atMs <= CHECKED_WITHIN_MS;

const placeOf = ({ path }: Call): string => path.split('?')[0] ?? '';
const isList = (call: Call): boolean => LISTS.includes(placeOf(call));

interface Ids {
  readonly requestId?: string | undefined;
  readonly tradeId?: string | undefined;
}

const idsIn = (body: Action['body']): Ids => ('requestId' in body ? { requestId: body.requestId } : {});

/** Whether a read is about these; of what has no number yet, whether it is the list in which that will be. */
function isOn(call: Call, { requestId, tradeId }: Ids): boolean {
  const place = placeOf(call);
  const ids = [requestId, tradeId].filter((id) => id !== undefined);
  return ids.length === 0 ? place === openRequests : ids.some((id) => place.split('/').includes(id));
}
