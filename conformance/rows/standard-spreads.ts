import { NET_PRICE, newStandardSpread, standardSpreadQuote } from '../bodies';
import { amountAt, same, shown } from '../fields';
import { meets, statuses } from '../findings';
import { finding, reading, simulated, writing, type Finding, type Row } from '../row';
import type { Reply } from '../site/reply';
import type { Site } from '../site/site';
import { idOf, openRequest, openRequests, quotedRequest } from '../subjects';

const version = '2.2';

async function createdAndQuoted({ service, clock }: Site): Promise<readonly Reply[]> {
  const request = await openRequest(service, { sort: 'standard-spread', role: 'recipient' });
  const place = { request: idOf(request), version };
  return [
    await service.post('createRequest', { version }, newStandardSpread(clock.now())),
    await service.post('sendQuote', place, standardSpreadQuote(request)),
  ];
}

const unprocessable = (replies: readonly Reply[]): Finding =>
  finding(
    replies.every(({ status }) => status === 422),
    statuses(replies),
  );

/** Section 4, version behaviour for standard spreads. */
export const STANDARD_SPREAD_ROWS: readonly Row[] = [
  {
    id: '4.std.1a',
    kind: 'version',
    key: 'paths.createRequest',
    sentence: 'On v2.2 creating or quoting a standard spread answers 422',
    check: writing(async (site) => {
      const before = (await openRequests(site.service)).length;
      const replies = await createdAndQuoted(site);
      const made = (await openRequests(site.service)).length - before;
      return finding(
        replies.every(({ status }) => status === 422) && made === 0,
        `${statuses(replies)}; ${made} requests more`,
      );
    }),
  },
  {
    id: '4.std.1b',
    kind: 'error',
    key: 'paths.createRequest',
    sentence: 'The message asks for an upgrade to v2.3',
    check: writing(async (site) => {
      const replies = await createdAndQuoted(site);
      const asks = replies.every(({ errors }) =>
        errors.some(({ message }) => /upgrade/i.test(message) && message.includes('2.3')),
      );
      return finding(asks, statuses(replies));
    }),
  },
  {
    id: '4.std.2',
    kind: 'version',
    key: 'paths.analytics',
    sentence: 'On v2.2 analytics of a standard spread answer 422',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, { sort: 'standard-spread' }));
      return unprocessable([await service.get('analytics', { request, version })]);
    }),
  },
  {
    id: '4.std.3',
    kind: 'version',
    key: 'paths.quotes',
    sentence: 'On v2.2 quotes, counteroffers, proposals and details of a standard spread can be read',
    check: reading(async ({ service }) => {
      const { request } = await quotedRequest(service, { sort: 'standard-spread' });
      const place = { request: idOf(request), version };
      const replies = [];
      for (const path of ['request', 'quotes', 'counteroffers', 'proposals'] as const)
        replies.push(await service.get(path, place));
      const [details, quotes, ...others] = replies;
      const offers = [quotes, ...others].flatMap((reply) => reply?.items ?? []);
      return meets(
        {
          'the details are of that request': details?.ok === true && idOf(details.fields) === idOf(request),
          'the three lists are lists': [quotes, ...others].every((reply) => reply?.isList === true),
          'every offer has its net price':
            (quotes?.items.length ?? 0) > 0 &&
            offers.every((one) => amountAt(one, 'spread-price') !== undefined),
        },
        `${statuses(replies)}, ${offers.length} offers`,
      );
    }),
  },
  {
    id: '4.std.3b',
    kind: 'version',
    key: 'paths.counteroffers',
    sentence: 'So can a proposal and a counteroffer that were made on v2.3, with their net price',
    check: simulated(
      async ({ service, simulator }) => {
        const asked = await openRequest(service, { sort: 'standard-spread', role: 'recipient' });
        const { request: own, quotes } = await quotedRequest(service, {
          sort: 'standard-spread',
          role: 'initiator',
        });
        await simulator.act({ do: 'propose', requestId: idOf(asked), spreadPrice: 2.75 });
        const body = { ...standardSpreadQuote(own), 'quotation-id': quotes[0]?.['quotation-id'] };
        await service.post('sendCounteroffer', { request: idOf(own) }, body);
        const proposals = (await service.get('proposals', { request: idOf(asked), version })).items;
        const counteroffers = (await service.get('counteroffers', { request: idOf(own), version })).items;
        const prices = [...proposals, ...counteroffers].map((one) => one['spread-price']);
        return finding(same(prices, [2.75, NET_PRICE]), `read as ${shown(prices)}`);
      },
      { writes: true },
    ),
  },
];
