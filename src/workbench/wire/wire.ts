import { formatAddress } from '../grid/address';
import type { Rect } from '../grid/cell';
import type { Grid, Shift } from '../grid/port';
import { FUNCTIONS_SERVICE } from '../model/services';
import type { Model } from '../model/workbook';
import {
  answerText,
  CATEGORY,
  entriesText,
  entry,
  EVENT,
  parseRequest,
  RUN_ACTION,
  type Entry,
  type Transport,
} from './messages';
import { failureAnswer, WireFailure } from '../model/failure';
import type { Requests } from './requests';

/** How the host speaks to the page unasked: calls, cancellations, events, ribbon actions. */
export interface Entries {
  post(entry: Entry): void;
}

/** Entries of one turn of the event loop travel in one message, as Excel's do. */
export function createEntries(send: (text: string) => void): Entries {
  let waiting: Entry[] = [];
  const flush = (): void => {
    const entries = waiting;
    waiting = [];
    send(entriesText(entries));
  };
  return {
    post(one) {
      waiting.push(one);
      if (waiting.length === 1) queueMicrotask(flush);
    },
  };
}

/** Answers the page's requests, one after the other. */
export function answerRequests(transport: Transport, requests: Requests, note: (what: string) => void): void {
  let turn: Promise<void> = Promise.resolve();
  const answer = async (text: string): Promise<void> => {
    const request = parseRequest(text);
    if ('batch' in request) {
      transport.send(answerText(request.id, await requests.execute(request.batch)));
      return;
    }
    note(request.unknown);
    if (request.id === null) return;
    const failure = new WireFailure('NotImplemented', 'The workbench does not know this request.');
    transport.send(answerText(request.id, { Results: [], TraceIds: [], Error: failureAnswer(failure, -1) }));
  };
  transport.onUnknown(note);
  transport.onText((text) => {
    // Results of functions overtake: a request in turn may be waiting for the calculation that they feed.
    if (text.includes(`"${FUNCTIONS_SERVICE}"`)) void answer(text);
    else turn = turn.then(() => answer(text));
  });
}

export function runAction(entries: Entries, id: string): void {
  entries.post(entry(CATEGORY.action, RUN_ACTION, '', [id, '{}']));
}

const WHOLE_WORKBOOK = 'Workbook';

/** Tells the page what a person, or a command, did in the grid. */
export function raiseEvents(grid: Grid, model: Model, entries: Entries): void {
  const raise = (type: number, target: string, content: unknown): void =>
    entries.post(entry(CATEGORY.event, type, target, content));
  grid.selection.onChange((rect) => {
    const selection = { worksheetId: rect.sheet, address: formatAddress(rect) };
    raise(EVENT.documentSelectionChanged, '', {});
    raise(EVENT.selectionChanged, rect.sheet, selection);
    raise(EVENT.selectionChanged, WHOLE_WORKBOOK, selection);
  });
  grid.sheets.onActivate((id) => {
    raise(EVENT.activated, id, { worksheetId: id });
    raise(EVENT.activated, WHOLE_WORKBOOK, { worksheetId: id });
  });
  grid.cells.onEdit((rect, kind, shift) => {
    if (kind === 'structure' && !shift) return;
    const change = changed(rect, model, shift);
    raise(EVENT.changed, rect.sheet, change);
    raise(EVENT.changed, WHOLE_WORKBOOK, change);
  });
}

function changed(rect: Rect, { book }: Model, shift?: Shift): Record<string, string> {
  return {
    changeType: shift ?? 'RangeEdited',
    source: 'Local',
    triggerSource: 'Unknown',
    shiftDirection: 'None',
    worksheetId: rect.sheet,
    address: formatAddress(rect),
    referenceId: book.references.keep(book.range(rect)),
  };
}

export function raiseVisibility(entries: Entries, visible: boolean): void {
  const content = { visibility: visible ? 'Visible' : 'Hidden' };
  entries.post(entry(CATEGORY.event, EVENT.visibilityChanged, '', content));
}
