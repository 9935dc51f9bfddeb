import { newStandardSpread, standardSpreadQuote } from '../bodies';
import { allOk, statuses } from '../findings';
import { finding, reading, writing, type Finding, type Row } from '../row';
import type { Reply } from '../site/reply';
import type { Site } from '../site/site';
import { idOf, openRequest, quotedRequest } from '../subjects';

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
    sentence: 'On v2.2 creating or quoting a standard spread answers 422',
    check: writing(async (site) => unprocessable(await createdAndQuoted(site))),
  },
  {
    id: '4.std.1b',
    kind: 'error',
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
    sentence: 'On v2.2 analytics of a standard spread answer 422',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, { sort: 'standard-spread' }));
      return unprocessable([await service.get('analytics', { request, version })]);
    }),
  },
  {
    id: '4.std.3',
    kind: 'version',
    sentence: 'On v2.2 quotes, counteroffers, proposals and details of a standard spread can be read',
    check: reading(async ({ service }) => {
      const { request } = await quotedRequest(service, { sort: 'standard-spread' });
      const replies = [];
      for (const path of ['request', 'quotes', 'counteroffers', 'proposals'] as const) {
        replies.push(await service.get(path, { request: idOf(request), version }));
      }
      return allOk(replies);
    }),
  },
];
