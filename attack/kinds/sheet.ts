import { CapturedTradesAnswer, TRADE_DOWNLOAD_ROUTES } from '../../src/contract/desk/trade-downloads';
import { readTrade } from '../../src/contract/service/read-trade';
import { RequestId } from '../../src/domain/identifiers';
import { TABLE_PRESETS } from '../../src/domain/trade-export/preset';
import { quotesFormula, requestFormula } from '../../src/taskpane/excel/sheet';
import { asText } from '../../src/taskpane/excel/results';
import { TypedRows } from '../../src/taskpane/trades/put-trades';
import { gotIn, judged, type Attempt, type Met } from '../attempt';
import { CALL, hostileText, STARTS } from '../hostile-texts';
import { sourcesIn } from '../sources';
import { formula, isHostile, send, utf8, type HostileDesk } from './hostile-desk';

const NASTY_IDS = [
  '=1+1',
  '"',
  '""',
  '")&HYPERLINK("evil',
  '");=cmd|calc!A1;("',
  '"&cmd|calc!A1&"',
  '\u201d)',
  "'",
  '{=1}',
  '@SUM(A1)',
  ...STARTS.map((start) => `${start}${CALL}`),
];
const ONE_CALL = /^=DESK\.(RFQ|QUOTES)\("((?:[^"]|"")*)"\)$/;
/** The only places that write to a sheet; what each writes is attacked here, made of constants, or was there before. */
const WRITERS = [
  'formulas.ts',
  'insertion.ts',
  'results.ts',
  'sheet.ts',
  'table-rows.ts',
  'trade-tables.ts',
].map((name) => `src/taskpane/excel/${name}`);
const WRITES =
  /\.(formulas|values|formulasLocal|formulasR1C1|formulaArray)\s*=[^=]|\.(setValue\b|setFormula|copyFrom|hyperlink\s*=)/;

/** What the pane writes into cells. */
export const sheetAttempts = (desk: HostileDesk): readonly Attempt[] => [
  ...TABLE_PRESETS.map((preset) =>
    formula(`trades put into a table of the sheet, ${preset}`, async () => inTable(desk, preset)),
  ),
  ...STARTS.map((_, index) => hostileText(index))
    .filter((text) => /^[=+\-@\t\r]/.test(text))
    .map((text) =>
      formula(`a result that starts with ${JSON.stringify(text.slice(0, 2))}, beside its row`, async () =>
        judged(!asText(text).startsWith("'"), 'an apostrophe before it'),
      ),
    ),
  ...NASTY_IDS.map((id) =>
    formula(`the pane writes a formula for the id ${JSON.stringify(id)}`, async () => {
      const read = RequestId.safeParse(id);
      if (!read.success) return judged(false, 'it is no id');
      const written = [requestFormula(read.data), quotesFormula(read.data)];
      const isWhole = written.every((one) => ONE_CALL.exec(one)?.[2]?.replaceAll('""', '"') === id);
      return judged(!isWhole, isWhole ? 'one call with one text' : `wrote ${written.join(' ')}`);
    }),
  ),
  formula('another place of the add-in that writes to a sheet', async () => {
    const others = sourcesIn(desk.root, ['src/taskpane', 'src/functions', 'src/client'])
      .filter(({ name, text }) => WRITES.test(text) && !WRITERS.includes(name))
      .map(({ name }) => name);
    return judged(
      others.length > 0,
      others.length > 0 ? others.join(', ') : `${WRITERS.length} places, all known`,
    );
  }),
];

/** Excel is handed texts with an apostrophe, which it takes for no part of them, in cells that hold text. */
async function inTable(desk: HostileDesk, preset: (typeof TABLE_PRESETS)[number]): Promise<Met> {
  const reply = await send(desk, 'GET', `${TRADE_DOWNLOAD_ROUTES.rows.path}?from=${desk.from}&to=${desk.to}`);
  const { trades } = CapturedTradesAnswer.parse(JSON.parse(utf8(reply?.body ?? '')));
  const table = new TypedRows(preset, 'Europe/Berlin');
  const values = trades.flatMap(({ raw, ...captured }) => {
    const trade = readTrade(raw);
    return trade.ok ? table.row({ trade: trade.value, ...captured }).values : [];
  });
  const hostile = values.filter((value) => typeof value === 'string' && isHostile(value));
  if (hostile.length === 0) return gotIn('no hostile text came in: the attempt says nothing');
  const bare = values.some((value) => typeof value === 'string' && value !== '' && !value.startsWith("'"));
  return judged(
    bare,
    bare ? 'a text stands bare' : `${hostile.length} hostile texts, each with an apostrophe`,
  );
}
