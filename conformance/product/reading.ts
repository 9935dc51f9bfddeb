import { told, type Fields, type Told, type Truth } from '../../dialects/truth';
import { Day } from '../../src/domain/day';
import { RequestId, TradeId } from '../../src/domain/identifiers';
import type { Listing } from '../../src/domain/record';
import { shown } from '../fields';
import type { Finding, Row } from '../row';
import { product, type ProductSite } from './site';
import { ASKED, DAY_STARTS, isOpen, OWN, FROM, FROM_STARTS, TODAY, timeAt } from './subjects';

/** A list of the product against what there is: whole, nothing twice, nothing made up, every field as it is. */
function listed<T>(
  site: ProductSite,
  {
    what,
    truths,
    listing,
    tell,
  }: {
    what: string;
    truths: readonly Told[];
    listing: Listing<T> | undefined;
    tell: (record: T) => Told;
  },
): Finding {
  if (listing) site.desk.sameList(what, truths, listing, tell);
  const count = listing?.records.length ?? 0;
  return site.judged(
    { 'there is something to be listed': truths.length > 0, 'all of it is listed': count === truths.length },
    `${count} of ${truths.length} ${what}, field by field`,
  );
}

const of = (truth: Truth, list: 'quotes' | 'proposals' | 'counteroffers', own: string): readonly Fields[] =>
  truth[list].filter((one) => one['request-id'] === own);

/** What the product tells of a platform. */
export const READING_ROWS: readonly Row[] = [
  {
    id: 'P.1.monitor.a',
    kind: 'endpoint',
    sentence: 'Open requests are shown, all pages of them, field by field as they are',
    check: product(async (site) => {
      const truths = (await site.truth()).requests.filter(isOpen).map((one) => site.true.request(one));
      const listing = await site.desk.read({ kind: 'open-requests' });
      return listed(site, { what: 'open requests', truths, listing, tell: told.request });
    }),
  },
  {
    id: 'P.1.monitor.b',
    kind: 'endpoint',
    sentence: 'Concluded requests of a period are shown, and no others',
    check: product(async (site) => {
      const inWeek = (one: Fields): boolean => !isOpen(one) && timeAt(one, 'concluded-at') >= FROM_STARTS;
      const truths = (await site.truth()).requests.filter(inWeek).map((one) => site.true.request(one));
      const resource = {
        kind: 'concluded-requests',
        from: Day.parse(FROM),
        to: Day.parse(TODAY),
      } as const;
      const listing = await site.desk.read(resource);
      return listed(site, { what: 'concluded requests', truths, listing, tell: told.request });
    }),
  },
  {
    id: 'P.1.monitor.c',
    kind: 'record',
    sentence: 'One request is shown with its legs in their order: a spread, a standard spread, a swap',
    check: product(async (site) => {
      const { requests } = await site.truth();
      const legs: unknown[] = [];
      for (const own of [ASKED.location, OWN.standard, ASKED.swap]) {
        const request = await site.desk.read({ kind: 'request', id: RequestId.parse(site.id(own)) });
        const truth = requests.find((one) => one['request-id'] === own);
        if (request && truth) site.desk.same(own, site.true.request(truth), told.request(request));
        legs.push(request?.legs.length);
      }
      return site.judged({ 'each has its legs': String(legs) === '2,2,3' }, `legs ${shown(legs)}`);
    }),
  },
  {
    id: 'P.1.trades.a',
    kind: 'endpoint',
    sentence: "The day's trades of all venues are listed",
    check: product(async (site) => {
      const today = (await site.truth()).trades.filter((one) => timeAt(one, 'traded-at') >= DAY_STARTS);
      const truths = today.map((one) => site.true.reference(one));
      const listing = await site.desk.read({ kind: 'trades' });
      return listed(site, { what: 'trades of today', truths, listing, tell: told.reference });
    }),
  },
  {
    id: 'P.1.trades.b',
    kind: 'endpoint',
    sentence: 'A trade of each venue is shown with its prices, quantity and counterparty',
    check: product(async (site) => {
      const { trades } = await site.truth();
      const venues: unknown[] = [];
      for (const venue of ['tender', 'market', 'green']) {
        const truth = [...trades].reverse().find((one) => one['venue'] === venue) ?? {};
        const id = TradeId.parse(site.id(truth['trade-id']));
        const trade = await site.desk.read({ kind: 'trade', id });
        if (trade) site.desk.same(`trade ${id}`, site.true.trade(truth), told.trade(trade));
        venues.push(trade?.venue);
      }
      return site.judged({ 'there is one of each': venues.every(Boolean) }, shown(venues));
    }),
  },
  {
    id: 'P.1.trades.c',
    kind: 'endpoint',
    sentence: 'A capture of a day holds every trade of it, with its details',
    check: product(async (site) => {
      const { desk } = site;
      const wanted = { from: Day.parse(TODAY), to: Day.parse(TODAY) };
      const id = desk.page.captures.newId();
      const started = await desk.system.passing(desk.page.captures.start(id, wanted));
      const captures = await desk.read({ kind: 'captures' }, ([newest]) => newest?.state === 'done');
      const rows = await desk.system.passing(desk.page.captures.rows(wanted));
      const captured = rows.ok ? rows.value.trades.map(({ trade }) => trade) : [];
      const truths = (await site.truth()).trades.filter((one) => timeAt(one, 'traded-at') >= DAY_STARTS);
      for (const truth of truths) {
        const trade = captured.find((one) => one.id === site.true.id(truth['trade-id']));
        if (trade) desk.same(`captured ${trade.id}`, site.true.trade(truth), told.trade(trade));
      }
      return site.judged(
        {
          'it was made': started.ok && captures?.[0]?.state === 'done',
          'it is whole': truths.length > 0 && captured.length === truths.length,
        },
        `${captured.length} of ${truths.length} trades`,
      );
    }),
  },
  {
    id: 'P.2.quote.a',
    kind: 'record',
    sentence: 'Quotes are shown with prices by leg or net, by the shape of their request',
    check: product(async (site) => {
      const truth = await site.truth();
      const findings: Finding[] = [];
      for (const own of [OWN.buy, OWN.location, OWN.standard, OWN.swap]) {
        const truths = of(truth, 'quotes', own).map((one) => site.true.quote(one));
        const listing = await site.desk.read({ kind: 'quotes', id: RequestId.parse(site.id(own)) });
        findings.push(listed(site, { what: `quotes of ${own}`, truths, listing, tell: told.quote }));
      }
      return firstFailed(findings);
    }),
  },
  {
    id: 'P.2.proposal.a',
    kind: 'record',
    sentence: 'Price proposals are shown, firm or indicative, with their prices',
    check: product(async (site) => {
      const truth = await site.truth();
      const findings: Finding[] = [];
      for (const own of [ASKED.buy, ASKED.standard, ASKED.time]) {
        const truths = of(truth, 'proposals', own).map((one) => site.true.proposal(one));
        const listing = await site.desk.read({ kind: 'proposals', id: RequestId.parse(site.id(own)) });
        findings.push(listed(site, { what: `proposals of ${own}`, truths, listing, tell: told.proposal }));
      }
      return firstFailed(findings);
    }),
  },
  {
    id: 'P.2.spread',
    kind: 'rule',
    sentence: 'The net price of a spread is leg 1 minus leg 2, in the same direction their sum',
    check: product(async (site) => {
      const nets: unknown[] = [];
      for (const own of [ASKED.location, OWN.time, OWN.same]) {
        const isOwn = own !== ASKED.location;
        if (isOwn)
          await site.act({ do: 'quote', requestId: own, legs: [30, 29], counterparty: 'Cobalt Grid' });
        else await site.act({ do: 'propose', requestId: own, legs: [30, 29] });
        const id = RequestId.parse(site.id(own));
        const listing = await site.desk.read({ kind: isOwn ? 'quotes' : 'proposals', id });
        const records: readonly {
          price: { shape: string; spreadPrice?: string; legPrices?: readonly string[] };
        }[] = listing?.records ?? [];
        const one = records.find(({ price }) => String(price.legPrices) === '30,29');
        nets.push(one?.price.spreadPrice);
      }
      return site.judged(
        { 'they are 1, 1 and 59': String(nets) === '1,1,59' },
        `at 30 and 29: ${shown(nets)}`,
      );
    }),
  },
  {
    id: 'P.3.closed',
    kind: 'rule',
    sentence: 'A request that is closed leaves the open ones, and is shown as concluded',
    check: product(async (site) => {
      await site.desk.read({ kind: 'open-requests' });
      await site.act({ do: 'close', requestId: ASKED.gas });
      const id = site.id(ASKED.gas);
      const open = await site.desk.read({ kind: 'open-requests' }, ({ records }) =>
        records.every((one) => one.id !== id),
      );
      const request = await site.desk.read(
        { kind: 'request', id: RequestId.parse(id) },
        ({ state }) => state !== 'open',
      );
      const truth = (await site.truth()).requests.find((one) => one['request-id'] === ASKED.gas) ?? {};
      if (request) site.desk.same(ASKED.gas, site.true.request(truth), told.request(request));
      return site.judged(
        {
          'it is no longer among the open ones':
            open !== undefined && open.records.length > 0 && open.records.every((one) => one.id !== id),
          'it is shown as closed': request?.state === 'closed',
        },
        `${request?.state}`,
      );
    }),
  },
];

const firstFailed = (findings: readonly Finding[]): Finding =>
  findings.find(({ outcome }) => outcome !== 'held') ?? {
    outcome: 'held',
    met: findings.map(({ met }) => met).join('; '),
  };
