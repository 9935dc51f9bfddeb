import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import {
  CapturedTradesAnswer,
  TRADE_DOWNLOAD_ROUTES,
  TRADE_PRESETS,
  TradeDownloadsAnswer,
} from '../../src/contract/desk/trade-downloads';
import { gotIn, judged, type Attempt, type Met } from '../attempt';
import { CALL, hostileText, ID_MARK, isFormula, STARTS } from '../hostile-texts';
import { originOf, type Target } from '../target';
import { ask, bearer } from '../wire';
import { formula, isHostile, send, utf8, type HostileDesk } from './hostile-desk';

const CAPTURE_ID = '11111111-2222-4333-8444-555555555555';
const ENDED = ['done', 'failed', 'cancelled'];
const CAPTURE_MS_MAX = 20_000;

/** Has trades captured, and sends an action, so that there is something hostile to give out. */
export async function preparedFiles(desk: HostileDesk): Promise<void> {
  const wanted = { from: desk.from, to: desk.to };
  await send(desk, 'POST', TRADE_DOWNLOAD_ROUTES.list.path, { id: CAPTURE_ID, wanted });
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < CAPTURE_MS_MAX;
    await pause(100)
  ) {
    const reply = await send(desk, 'GET', TRADE_DOWNLOAD_ROUTES.list.path);
    const read = TradeDownloadsAnswer.safeParse(JSON.parse(reply?.body ?? 'null'));
    const capture = read.data?.captures.find(({ id }) => id === CAPTURE_ID);
    if (capture && ENDED.includes(capture.state)) break;
  }
  for (const [index] of STARTS.entries()) {
    await send(
      desk,
      'PUT',
      pathOf(ROUTES.putAction, { id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }),
      {
        body: { kind: 'withdraw-quote', requestId: `${ID_MARK}${CALL}`, quoteId: `+${CALL}` },
        shown: hostileText(index),
      },
    );
  }
}

/** Every text of the platform in every file that is given out. */
export const fileAttempts = (desk: HostileDesk): readonly Attempt[] => [
  ...TRADE_PRESETS.flatMap((preset) => [
    ...([',', ';', '\t'] as const).map((separator) =>
      formula(`trades as CSV, ${preset}, between ${JSON.stringify(separator)}`, async () =>
        inCsv(
          (await file(desk, `csv&preset=${preset}&separator=${encodeURIComponent(separator)}`)).text,
          separator,
        ),
      ),
    ),
    formula(`trades as a workbook, ${preset}`, async () =>
      inWorkbook((await file(desk, `xlsx&preset=${preset}`)).bytes),
    ),
    formula(`trades as JSON Lines, ${preset}`, async () =>
      inLines((await file(desk, `jsonl&preset=${preset}`)).text),
    ),
  ]),
  formula('the journal as CSV', async () =>
    inCsv(utf8((await send(desk, 'GET', '/api/journal?format=csv'))?.body ?? ''), ','),
  ),
  formula('the journal as JSON Lines', async () =>
    inLines(utf8((await send(desk, 'GET', '/api/journal?format=jsonl'))?.body ?? '')),
  ),
];

async function file(
  { target, from, to }: HostileDesk,
  query: string,
): Promise<{ text: string; bytes: Buffer }> {
  const reply = await ask(target, {
    path: `/api/captured-trades/file?from=${from}&to=${to}&format=${query}`,
    headers: bearer(target.token),
    waitMs: 15_000,
  });
  const bytes = Buffer.from(reply?.body ?? '', 'latin1');
  return { text: bytes.toString('utf8'), bytes };
}

const Rows = z.array(z.array(z.string()));

function inCsv(text: string, delimiter: string): Met {
  const rows = Rows.parse(parse(text, { bom: true, delimiter, relax_column_count: true }));
  const fields = rows.flat();
  const hostile = fields.filter(isHostile).length;
  if (hostile === 0) return gotIn('no hostile text came in: the attempt says nothing');
  const formulas = fields.filter(isFormula);
  const [first] = formulas;
  return judged(
    formulas.length > 0,
    first === undefined
      ? `${hostile} hostile fields, no formula`
      : `a formula: ${JSON.stringify(first.slice(0, 40))}`,
  );
}

function inWorkbook(bytes: Uint8Array): Met {
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)] as const);
  const hostile = parts.filter(([, xml]) => isHostile(xml)).length;
  if (hostile === 0) return gotIn('no hostile text came in: the attempt says nothing');
  const odd = parts.filter(
    ([name, xml]) =>
      /<f[\s>/]|<ddeLink|<oleLink|t="str"|TargetMode="External"|<hyperlink/.test(xml) ||
      /externalLink|vbaProject|connections\.xml/.test(name) ||
      /<(img|script)\b/.test(xml),
  );
  const [first] = odd;
  return judged(
    odd.length > 0,
    first ? `${first[0]} holds more than text` : `hostile text in ${hostile} parts, cells hold text alone`,
  );
}

function inLines(text: string): Met {
  const lines = text.split('\n').filter((line) => line !== '');
  if (!lines.some(isHostile)) return gotIn('no hostile text came in: the attempt says nothing');
  const broken = lines.filter((line) => !isObject(line)).length;
  return judged(
    broken > 0,
    broken > 0 ? `${broken} lines are torn` : `${lines.length} lines, each one object`,
  );
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

const DECLARED = z.object({
  functions: z.array(z.object({ id: z.string(), parameters: z.array(z.object({ name: z.string() })) })),
});
type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;
type Streaming = (...given: readonly unknown[]) => void;
/** By when even a cell that gets no answer says so. */
const CELL_MS_MAX = 14_000;
const CELL_MS_MIN = 4_000;

class OfficeError {
  constructor(
    readonly code: string,
    readonly message?: string,
  ) {}
}

/** Every function that the add-in declares, run by the add-in's own code against the gateway, and what its cells are given. */
export async function cellAttempts(desk: HostileDesk): Promise<readonly Attempt[]> {
  const declared = DECLARED.parse(
    JSON.parse(readFileSync(join(desk.root, 'dist', 'addin', 'functions.json'), 'utf8')),
  );
  const functions = await addinFunctions(desk.target);
  const given = { ...ARGUMENTS, 'TRADE id': [[await someTrade(desk)]] };
  const shown = new Map<string, unknown>();
  const cancels = declared.functions.map(({ id, parameters }) => {
    const invocation: Partial<Invocation> & Pick<Invocation, 'setResult'> = {
      setResult: (value) => void shown.set(id, value),
    };
    functions.get(id)?.(...parameters.map(({ name }) => argument(given, id, name)), invocation);
    return () => invocation.onCanceled?.();
  });
  const startedMs = performance.now();
  const isDue = (): boolean =>
    shown.size < declared.functions.length || performance.now() - startedMs < CELL_MS_MIN;
  while (performance.now() - startedMs < CELL_MS_MAX && isDue()) await pause(100);
  for (const cancel of cancels) cancel();
  return declared.functions.map(({ id }) =>
    formula(`DESK.${id} in a cell`, async () => inCells(shown.get(id))),
  );
}

/** As a browser's: an address at which nobody is any more ends the line, and not the process. */
class QuietSocket extends WebSocket {
  constructor(address: URL) {
    super(address);
    this.on('error', () => undefined);
  }
}

/** Excel's part is played by what remembers which function is which; the address is the one of the gateway. */
async function addinFunctions(target: Target): Promise<ReadonlyMap<string, Streaming>> {
  const functions = new Map<string, Streaming>();
  Reflect.set(globalThis, 'CustomFunctions', {
    Error: OfficeError,
    ErrorCode: { invalidValue: '#VALUE!', notAvailable: '#N/A' },
    associate: (id: string, fn: Streaming) => functions.set(id, fn),
  });
  const href = `${originOf(target)}/taskpane.html`;
  const own = (path: string, { cache: _cache, ...init }: RequestInit): Promise<Response> =>
    fetch(new URL(path, href), init);
  const localStorage = { getItem: () => target.key };
  Reflect.set(globalThis, 'window', { location: { href }, fetch: own, localStorage });
  // The gateway writes its markets into a page; here are the built-in ones.
  Reflect.set(globalThis, 'document', { querySelector: () => null });
  Reflect.set(globalThis, 'WebSocket', QuietSocket);
  await import('../../src/functions/main');
  return functions;
}

const REQUEST = `${ID_MARK}RQ-10294`;
/** By the name of a parameter, or of a function and a parameter; what is not here is left out. */
const ARGUMENTS: Readonly<Record<string, unknown>> = {
  id: [[REQUEST]],
  requestOrLeg1: [[REQUEST]],
  direction: 'bid',
  'RECIPIENTS commodity': 'power',
};
const argument = (given: typeof ARGUMENTS, id: string, name: string): unknown =>
  given[`${id} ${name}`] ?? given[name];

const Raw = z.object({ 'trade-id': z.string() });

async function someTrade(desk: HostileDesk): Promise<string> {
  const path = `${TRADE_DOWNLOAD_ROUTES.rows.path}?from=${desk.from}&to=${desk.to}&rows=1`;
  const reply = await send(desk, 'GET', path);
  const { trades } = CapturedTradesAnswer.parse(JSON.parse(utf8(reply?.body ?? '')));
  return Raw.parse(trades[0]?.raw)['trade-id'];
}

/** Excel reads no formula out of a text that a function returns; anything but plain values it might follow. */
function inCells(shown: unknown): Met {
  if (shown === undefined) return gotIn('the cell was given nothing: the attempt says nothing');
  if (shown instanceof OfficeError) return judged(false, 'an error with a sentence');
  const cells = Array.isArray(shown) ? shown.flat(2) : [shown];
  const odd = cells.filter(
    (cell) => typeof cell === 'object' && cell !== null && !(cell instanceof OfficeError),
  );
  const hostile = cells.filter((cell) => typeof cell === 'string' && isHostile(cell)).length;
  return judged(
    odd.length > 0,
    odd.length > 0 ? 'more than plain values' : `${cells.length} plain values, ${hostile} hostile texts`,
  );
}
