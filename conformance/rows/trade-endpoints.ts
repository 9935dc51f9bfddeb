import { same, shown, textAt, type Fields } from '../fields';
import { all } from '../findings';
import { filtered, laterHalf, moments } from '../periods';
import { Absent, finding, reading, type Row } from '../row';
import { pageQuery } from '../site/address';
import type { Service } from '../site/service';
import { someTrades } from '../subjects';

const references = async (service: Service, query: Record<string, string> = {}): Promise<readonly Fields[]> =>
  (await service.get('trades', { query })).items;

/** Section 4, the table of endpoints: trades. */
export const TRADE_ENDPOINT_ROWS: readonly Row[] = [
  {
    id: '4.table.2a',
    kind: 'endpoint',
    sentence: 'The list of trades is filtered by commodity',
    check: reading(async ({ service }) => {
      const trades = await references(service);
      const commodity = textAt(trades[0], 'commodity');
      const found = await references(service, { commodity });
      const passes = (trade: Fields): boolean => textAt(trade, 'commodity') === commodity;
      return filtered(trades, found, { id: 'trade-id', by: commodity, passes });
    }),
  },
  {
    id: '4.table.2b',
    kind: 'endpoint',
    sentence: 'The list of trades is filtered by the date traded-at',
    check: reading(async ({ service }) => {
      const trades = await references(service);
      const since = laterHalf(trades, 'traded-at');
      const found = await references(service, { 'traded-at-from': since.by });
      return filtered(trades, found, { id: 'trade-id', ...since });
    }),
  },
  {
    id: '4.table.2c',
    kind: 'endpoint',
    sentence: 'The list of trades is given in pages',
    check: reading(async ({ service }) => {
      const ids = (records: readonly Fields[]): readonly unknown[] =>
        records.map((trade) => trade['trade-id']);
      const trades = await references(service);
      if (trades.length < 6) throw new Absent('there are too few trades for pages');
      const pages = [];
      for (const page of [1, 2]) {
        pages.push(...(await references(service, pageQuery(service.profile.lists, { page, size: 3 }))));
      }
      return finding(same(ids(pages), ids(trades.slice(0, 6))), `two pages of 3: ${shown(ids(pages))}`);
    }),
  },
  {
    id: '4.table.2d',
    kind: 'endpoint',
    sentence: 'The list holds trade references, ordered by traded-at',
    check: reading(async ({ service }) => {
      const trades = await references(service);
      const times = moments(trades, 'traded-at');
      const ordered = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? Infinity));
      const named = trades.length > 0 && trades.every((trade) => textAt(trade, 'trade-id') !== '');
      return finding(ordered && named, `${trades.length} references, oldest first`);
    }),
  },
  {
    id: '4.table.3',
    kind: 'endpoint',
    sentence: 'GET /trades/{id} gives the details of one trade, with its pre-trade and execution objects',
    check: reading(async ({ service }) => {
      const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
      const whole = ({ 'pre-trade': before, execution }: Fields): boolean =>
        isObject(before) && isObject(execution);
      return all(await someTrades(service), whole, 'trades read');
    }),
  },
];
