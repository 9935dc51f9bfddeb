import { RequestId } from '../../src/domain/identifiers';
import { isFinal, type Action, type ActionBody } from '../../src/domain/action';
import { shown } from '../fields';
import type { Row } from '../row';
import { isAsPressed, offerOn } from './offers';
import { product, saidOf, type ProductSite } from './site';
import { ASKED, OWN } from './subjects';

const PRICES = ['30.1', '29.25'];
/** A press whose answer is lost is looked up for longer; what is certain by then stays so. */
const END_MS_MAX = 30_000;

/** A press whose end may be anything: the action as the desk tells it in the end, without a complaint. */
async function pressed({ desk }: ProductSite, body: ActionBody): Promise<Action | undefined> {
  const first = await desk.system.passing(
    desk.page.act(desk.page.newActionId(), { body, shown: 'as shown' }),
  );
  if (!first.ok) return undefined;
  const held: { action: Action } = { action: first.value };
  const stop = desk.page.watch({ kind: 'journal' }, ({ value }) => {
    held.action = value?.find(({ id }) => id === first.value.id) ?? held.action;
  });
  await desk.waits(() => isFinal(held.action), END_MS_MAX);
  stop();
  return held.action;
}

const signIns = async ({ desk }: ProductSite): Promise<number> =>
  (await desk.system.calls())['authenticate'] ?? 0;
const ownQuotes = async (site: ProductSite, own: string) =>
  (await site.truth()).quotes.filter(
    (one) => one['request-id'] === own && one['counterparty'] === 'Your Desk',
  );

/** Signing in, refusals, lost answers, limits and events, as the product meets them. */
export const TROUBLE_ROWS: readonly Row[] = [
  {
    id: 'P.5.sign-in',
    kind: 'authentication',
    sentence: 'The desk signs in as the platform wants it, and once for all calls of the day',
    check: product(async (site) => {
      const { desk } = site;
      const status = await desk.read({ kind: 'status' }, ({ signedIn }) => signedIn);
      await desk.read({ kind: 'open-requests' });
      await desk.read({ kind: 'quotes', id: RequestId.parse(site.id(OWN.buy)) });
      await desk.read({ kind: 'trades' });
      const count = await signIns(site);
      return site.judged(
        { 'it is signed in': status?.signedIn === true, 'it signed in once': count === 1 },
        `signed in ${count} times`,
      );
    }),
  },
  {
    id: 'P.5.renewed',
    kind: 'authentication',
    sentence: 'A token that has ended is renewed once, and the read that met it is asked again',
    check: product(async (site) => {
      await site.desk.read({ kind: 'open-requests' });
      await site.control('token/revoke');
      const id = RequestId.parse(site.id(OWN.buy));
      const quotes = await site.desk.read({ kind: 'quotes', id });
      const proposals = await site.desk.read({ kind: 'proposals', id });
      const count = await signIns(site);
      return site.judged(
        {
          'both reads came': quotes !== undefined && proposals !== undefined,
          'it signed in once more': count === 2,
        },
        `signed in ${count} times, ${quotes?.records.length} quotes`,
      );
    }),
  },
  {
    id: 'P.5.write',
    kind: 'authentication',
    sentence:
      'A quote that is pressed with a dead token is told as what became of it, and is there once in the end',
    check: product(async (site) => {
      const body = await offerOn(site, ASKED.location, { prices: PRICES, side: 'quoter' });
      await site.desk.read({ kind: 'request', id: body.requestId });
      await site.control('token/revoke');
      const first = await pressed(site, body);
      const after = (await ownQuotes(site, ASKED.location)).length;
      const isTold =
        first === undefined ||
        (first.state === 'done' ? after === 1 : first.state === 'rejected' && after === 0);
      const second = after === 0 ? await pressed(site, body) : first;
      const quotes = await ownQuotes(site, ASKED.location);
      return site.judged(
        {
          'the first is told as it was': isTold,
          'in the end there is one quote, as pressed': quotes.length === 1 && isAsPressed(quotes[0], body),
          'it is told as done': second?.state === 'done',
        },
        `${first?.state}, then ${second?.state}; ${quotes.length} quotes`,
      );
    }),
  },
  {
    id: 'P.7.refused',
    kind: 'error',
    sentence: 'What the platform refuses is told as not executed, with a sentence',
    check: product(async (site) => {
      const body = await offerOn(site, ASKED.location, { prices: PRICES, side: 'quoter' });
      await site.desk.read({ kind: 'request', id: body.requestId });
      await site.control('faults', { kind: 'status-before', status: 422, operation: 'send-quote' });
      const action = await pressed(site, body);
      const quotes = await ownQuotes(site, ASKED.location);
      const said = action?.failure?.message ?? '';
      return site.judged(
        {
          'nothing was executed': quotes.length === 0,
          'it is told as rejected': action?.state === 'rejected',
          "the sentence has the platform's own words": said.includes('Platform error'),
          'and not the body that they came in': !said.includes('{"'),
        },
        `${action?.state}: ${said}`,
      );
    }),
  },
  {
    id: 'P.7.lost.a',
    kind: 'error',
    sentence: 'A quote whose answer is lost after it was executed is found, and never sent again',
    check: product(async (site) => {
      const body = await offerOn(site, ASKED.location, { prices: PRICES, side: 'quoter' });
      await site.control('faults', { kind: 'reset-after', operation: 'send-quote' });
      const { outcome, isDone, made } = await site.press(body, 'quotes');
      return site.judged(
        {
          'it is told as done': isDone,
          'it was executed once': made.length === 1,
          'it is there as pressed': isAsPressed(made[0], body),
        },
        saidOf(outcome),
      );
    }),
  },
  {
    id: 'P.7.lost.b',
    kind: 'error',
    sentence: 'A quote that was lost before it was executed is not told as done, and never sent again',
    check: product(async (site) => {
      const body = await offerOn(site, ASKED.location, { prices: PRICES, side: 'quoter' });
      await site.control('faults', { kind: 'reset-before', operation: 'send-quote' });
      const action = await pressed(site, body);
      const quotes = await ownQuotes(site, ASKED.location);
      const sent = (await site.desk.system.calls())['send-quote'];
      return site.judged(
        {
          'nothing was executed': quotes.length === 0,
          'it was sent once': sent === 1,
          'it is told as not executed, or as unknown':
            action?.state === 'rejected' || action?.state === 'unknown',
        },
        `${action?.state}: ${action?.failure?.message ?? action?.evidence ?? ''}`,
      );
    }),
  },
  {
    id: 'P.8.throttled',
    kind: 'limit',
    sentence: 'A read that is one call too many is asked again, and comes whole',
    check: product(async (site) => {
      await site.control('faults', { kind: 'storm-429', operation: 'list-quotes' });
      const id = RequestId.parse(site.id(OWN.buy));
      const failures: string[] = [];
      const stop = site.desk.page.watch({ kind: 'quotes', id }, ({ failure }) => {
        if (failure) failures.push(failure.message);
      });
      const listing = await site.desk.read({ kind: 'quotes', id });
      stop();
      const truths = (await site.truth()).quotes.filter((one) => one['request-id'] === OWN.buy);
      const calls = (await site.desk.system.calls())['list-quotes'] ?? 0;
      return site.judged(
        {
          'it was refused at first': calls >= 2,
          'nobody was told of a failure': failures.length === 0,
          'every quote came': truths.length > 0 && listing?.records.length === truths.length,
        },
        `${calls} calls, ${listing?.records.length} quotes ${failures.join(' ')}`.trim(),
      );
    }),
  },
  {
    id: 'P.8.counted',
    kind: 'limit',
    sentence: 'The desk counts its calls as the platform does: refused ones and signing in too',
    check: product(async (site) => {
      const { desk } = site;
      await site.control('faults', { kind: 'storm-429', operation: 'list-quotes' });
      await desk.read({ kind: 'quotes', id: RequestId.parse(site.id(OWN.buy)) });
      await desk.read({ kind: 'open-requests' });
      await site.control('token/revoke');
      await desk.read({ kind: 'trades' });
      const stats = (await desk.system.control('/simulator/stats')) as { usage: { usedToday: number } };
      const quota = await desk.read({ kind: 'quota' }, ({ used }) => used >= stats.usage.usedToday);
      const { usage } = (await desk.system.control('/simulator/stats')) as typeof stats;
      return site.judged(
        { 'both say the same': usage.usedToday > 0 && quota?.used === usage.usedToday },
        `the platform ${usage.usedToday}, the desk ${quota?.used}`,
      );
    }),
  },
  {
    id: 'P.6.event',
    kind: 'event',
    sentence: 'An event is heard with the ids that it names, and what it is about is read anew',
    check: product(async (site) => {
      const { desk } = site;
      const id = RequestId.parse(site.id(OWN.time));
      const stop = desk.page.watch({ kind: 'quotes', id }, () => undefined);
      await desk.read({ kind: 'quotes', id });
      await desk.read({ kind: 'events' });
      const made = (await site.act({ do: 'quote', requestId: OWN.time })) as { 'quotation-id': string };
      const quoteId = site.id(made['quotation-id']);
      const seen = { quotes: 0 };
      const stopToo = desk.page.watch({ kind: 'quotes', id }, ({ value }) => {
        seen.quotes = value?.records.filter((one) => one.id === quoteId).length ?? 0;
      });
      await desk.waits(() => seen.quotes > 0, SOON_MS);
      stop();
      stopToo();
      const events = await desk.read({ kind: 'events' });
      const event = events?.find(({ origin, quoteId: of }) => origin === 'pushed' && of === quoteId);
      return site.judged(
        {
          'it is heard': event !== undefined,
          'it has its type and its request': event?.type === 'quotation-created' && event.requestId === id,
          'the quotes are read anew, long before their turn': seen.quotes === 1,
        },
        shown(event),
      );
    }),
  },
];

/** An open list of quotes is asked for again by itself only later than this. */
const SOON_MS = 2_000;
