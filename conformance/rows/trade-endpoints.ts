import { fieldsOf, same, shown, textAt, type Fields } from '../fields';
import { all, meets } from '../findings';
import { filtered, middleThird, moments } from '../periods';
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
    key: 'lists.filters.commodity',
    sentence: 'The list of trades is filtered by commodity',
    check: reading(async ({ service }) => {
      const trades = await references(service);
      const commodity = textAt(trades[0], 'commodity');
      const found = await references(service, { commodity });
      const passes = (trade: Fields): boolean => textAt(trade, 'commodity') === commodity;
      return filtered(trades, found, { id: 'trade-id', by: commodity, query: { commodity }, passes });
    }),
  },
  {
    id: '4.table.2b',
    kind: 'endpoint',
    key: 'lists.filters.traded-at-from',
    sentence: 'The list of trades is filtered by the date traded-at',
    check: reading(async ({ service }) => {
      const trades = await references(service);
      const period = middleThird(trades, 'traded-at');
      const found = await references(service, period.query);
      return filtered(trades, found, { id: 'trade-id', ...period });
    }),
  },
  {
    id: '4.table.2c',
    kind: 'endpoint',
    key: 'lists.pageName',
    sentence: 'The list of trades is given in pages',
    check: reading(async ({ service }) => {
      const ids = (records: readonly Fields[]): readonly unknown[] =>
        records.map((trade) => trade['trade-id']);
      const { lists } = service.profile;
      if (!['page', 'offset'].includes(lists.style))
        throw new Absent(`pages of the style ${lists.style} are not tried here`);
      const trades = await references(service);
      if (trades.length < 6) throw new Absent('there are too few trades for pages');
      const page = async (number: number): Promise<readonly unknown[]> =>
        ids(await references(service, pageQuery(lists, { page: number, size: 3 })));
      const pages = [await page(1), await page(2)];
      const beyond = await page(500);
      return meets(
        {
          'two pages of three are the first six': same(pages.flat(), ids(trades.slice(0, 6))),
          'no page holds more than it was asked for': pages.every(({ length }) => length <= 3),
          'beyond the last one there is nothing': beyond.length === 0,
        },
        `two pages of 3: ${shown(pages.flat())}`,
      );
    }),
  },
  {
    id: '4.table.2d',
    kind: 'endpoint',
    key: 'paths.trades',
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
    key: 'paths.trade',
    sentence: 'GET /trades/{id} gives the details of one trade, with its pre-trade and execution objects',
    check: reading(async ({ service }) => {
      const listed = new Map((await references(service)).map((one) => [one['trade-id'], one]));
      const isWhole = (trade: Fields): boolean =>
        ['pre-trade', 'execution'].every((name) => Object.keys(fieldsOf(trade[name])).length > 0);
      const isListed = (trade: Fields): boolean => {
        const reference = listed.get(trade['trade-id']) ?? {};
        return ['traded-at', 'commodity', 'venue'].every(
          (name) => trade[name] !== undefined && trade[name] === (reference[name] ?? trade[name]),
        );
      };
      return all(
        await someTrades(service),
        (trade) => isWhole(trade) && listed.has(trade['trade-id']) && isListed(trade),
        'trades read as they are listed',
      );
    }),
  },
];
