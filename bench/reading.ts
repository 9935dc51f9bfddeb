import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/command.mjs';
import { Complaint } from '../scripts/complaint.mjs';
import { exactJson } from '../src/contract/service/exact-json';
import { profileFrom } from '../src/contract/service/profile';
import { readTrade } from '../src/contract/service/read-trade';
import { Dialect, translatedList } from '../src/gateway/platform/dialect/dialect';
import { loadRow, percentile, rounded, shown, type Row } from './report/report';

/**
 * What it costs to read trades: written as our own, through a map, and through an expression. docs/benchmarks.md says what
 * is measured. `--trades 1000` reads fewer, `--json` prints one line of JSON.
 */
const { values } = parseArgs({
  options: { trades: { type: 'string', default: '10000' }, json: { type: 'boolean', default: false } },
});

const ROUNDS = 15;

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Complaint(`--trades takes a whole number above 0, not "${text}".`);
}

const STARTED_AT = Date.UTC(2026, 10, 20, 8);
const decimal = (index: number): number => (8_000 + (index % 977)) / 100;

const own = (index: number): object => ({
  'trade-id': `T-${index}`,
  'traded-at': new Date(STARTED_AT + index * 1000).toISOString(),
  'request-id': `RQ-${index % 500}`,
  venue: 'tender',
  commodity: 'power',
  contract: 'single',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  action: index % 2 ? 'buy' : 'sell',
  price: decimal(index),
  'price-unit': 'EUR/MWh',
  quantity: 10,
  'quantity-unit': 'MW',
  counterparty: 'Alpine Power',
});

/** The same trade in another dialect: nested, other names and words, prices as text, times in milliseconds. */
const theirs = (index: number): object => ({
  tradeId: `T-${index}`,
  tradedAt: STARTED_AT + index * 1000,
  rfq: { id: `RQ-${index % 500}` },
  venue: 'TENDER',
  product: { commodity: 'power', market: 'DE', from: '2027-01-01', to: '2027-12-31' },
  contract: 'SINGLE',
  side: index % 2 ? 'BUY' : 'SELL',
  money: { price: decimal(index).toFixed(2), unit: 'EUR/MWh' },
  volume: { amount: '10', unit: 'MW' },
  counterparty: 'Alpine Power',
});

const MAP = {
  names: 'camelCase',
  wordStyle: 'UPPER_SNAKE',
  values: { decimal: 'text', time: 'epoch-ms' },
  records: {
    trade: {
      fields: {
        'request-id': 'rfq.id',
        commodity: 'product.commodity',
        market: 'product.market',
        'delivery-start': 'product.from',
        'delivery-end': 'product.to',
        action: 'side',
        price: 'money.price',
        'price-unit': 'money.unit',
        quantity: 'volume.amount',
        'quantity-unit': 'volume.unit',
      },
    },
  },
};
const EXPRESSION = `{
  "trade-id": tradeId, "traded-at": $fromMillis($number(tradedAt)), "request-id": rfq.id, "venue": $lowercase(venue),
  "commodity": product.commodity, "market": product.market, "contract": $lowercase(contract),
  "delivery-start": product.from, "delivery-end": product.to, "action": $lowercase(side), "price": money.price,
  "price-unit": money.unit, "quantity": volume.amount, "quantity-unit": volume.unit, "counterparty": counterparty
}`;

interface Subject {
  readonly name: string;
  readonly dialect: Dialect;
  readonly answer: string;
}

interface Taken {
  readonly wallMs: number;
  /** Time on a processor, which a busy machine lengthens less. */
  readonly processorMs: number;
}

/** One whole answer, from its text to the trades. */
async function readOnce({ dialect, answer }: Subject): Promise<Taken> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const raws = exactJson(answer);
  const translate = dialect.records('trade');
  const read = dialect.reader('trade', readTrade);
  const given: unknown[] = Array.isArray(raws) ? raws : [];
  const records = translate ? await translatedList(given, (raw) => translate(raw, {})) : given;
  for (const record of records) {
    const trade = read(record);
    if (!trade.ok) throw new Complaint(`A trade could not be read: ${trade.failure.message}`);
  }
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedAt, processorMs: (user + system) / 1000 };
}

async function measured(count: number): Promise<Row[]> {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const [ours, other] = [JSON.stringify(indexes.map(own)), JSON.stringify(indexes.map(theirs))];
  const dialect = (mapping: object): Dialect => new Dialect(profileFrom({ mapping }).mapping);
  const subjects: readonly Subject[] = [
    { name: 'fixed reader', dialect: dialect({}), answer: ours },
    { name: 'map', dialect: dialect(MAP), answer: other },
    {
      name: 'expression',
      dialect: dialect({ records: { trade: { expression: EXPRESSION } } }),
      answer: other,
    },
  ];
  const taken = new Map<string, Taken[]>(subjects.map(({ name }) => [name, []]));
  // In turns, so that a busy moment meets all of them.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const subject of subjects) {
      const once = await readOnce(subject);
      if (round > 0) taken.get(subject.name)?.push(once);
    }
  }
  const median = (subject: string, part: keyof Taken): number =>
    percentile(
      (taken.get(subject) ?? []).map((once) => once[part]),
      0.5,
    );
  return subjects.flatMap(({ name: subject }) => {
    const row = {
      scenario: `${count} trades, from the answer's text to trades; median of ${ROUNDS}`,
      subject,
    };
    return (['wallMs', 'processorMs'] as const).flatMap((part) => {
      const name = part === 'wallMs' ? 'wall' : 'processor';
      const ms = median(subject, part);
      return [
        { ...row, metric: `${name}, per trade`, value: rounded((ms * 1000) / count, 1), unit: 'µs' },
        {
          ...row,
          metric: `${name}, to the fixed reader`,
          value: rounded(ms / median('fixed reader', part), 2),
          unit: '×',
        },
      ];
    });
  });
}

await runCommand(async () => {
  const rows = [loadRow('at the start'), ...(await measured(countOf(values.trades))), loadRow('at the end')];
  console.log(shown({ bench: 'reading', rows }, values));
  return 0;
});
