import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_PROFILE, type Profile } from '../../../../src/contract/service/profile';
import { FailureKind, sentence, success, type Failure, type Outcome } from '../../../../src/domain/failure';
import { Price, type LastSeenPrice } from '../../../../src/domain/price';
import { NewRequest } from '../../../../src/domain/new-request';
import { Quantity } from '../../../../src/domain/quantity';
import { parsedJson } from '../../../../src/gateway/platform/json';
import { allPages } from '../../../../src/gateway/platform/pages';
import type { OfferToSend, Reads, Service, Writes } from '../../../../src/gateway/platform/operations';
import { edgeTo, platform, signingIn, type Answer } from '../platform';
import { QT, RQ, TR, wireQuote, wireRequest, wireTrade } from '../records';
import { contentTypes, spoiltBodies } from './bodies';

const BODIES = spoiltBodies([wireRequest(), wireQuote(), wireTrade()]);
const MESSAGE_LETTERS_MAX = 2_000;
const LONG = 60_000;

/** A failure is one of the closed list, and says in sentences what happened and what to do. */
function isSaid(failure: Failure): void {
  expect(FailureKind.safeParse(failure.kind).success).toBe(true);
  expect(failure.message).toMatch(/^[A-Z"][\s\S]*\.$/);
  expect(failure.next).toMatch(/\.$/);
  expect(sentence(failure).length).toBeLessThan(MESSAGE_LETTERS_MAX);
}

const whole = (outcome: Outcome<unknown>): void => (outcome.ok ? undefined : isSaid(outcome.failure));

it(
  'reads any pages at all to a list or a failure with a sentence, in no more calls than it may make',
  async () => {
    const links = fc.option(
      fc.oneof(
        fc.constantFrom(
          '<?page=2>; rel="next"',
          '<https://elsewhere.example/>; rel=next',
          '<>; rel="next"',
          '<',
        ),
        fc.string({ maxLength: 20 }),
      ),
      { nil: undefined },
    );
    const page = fc.record({ body: BODIES, link: links });
    const pages = fc.array(page, { minLength: 1, maxLength: 5 });
    const styles = fc.constantFrom<Profile['lists']['style']>('page', 'offset', 'cursor', 'link');
    await fc.assert(
      fc.asyncProperty(pages, styles, async (served, style) => {
        const lists = { ...DEFAULT_PROFILE.lists, style, pageSize: 1, pagesMax: 4 };
        let calls = 0;
        const outcome = await allPages(lists, new URL('https://service.example/'), async () => {
          const { body = '', link } = served[calls++ % served.length] ?? {};
          return success({ status: 200, headers: link === undefined ? {} : { link }, body });
        });
        whole(outcome);
        // The one more sees that the list has ended.
        expect(calls).toBeLessThanOrEqual(lists.pagesMax + 1);
        const said = served.map(({ body }) => parsedJson({ body })).map((one) => JSON.stringify(one));
        for (const record of outcome.ok ? outcome.value : [])
          expect(said.some((one) => one.includes(JSON.stringify(record)))).toBe(true);
      }),
      { numRuns: 300 },
    );
  },
  LONG,
);

it(
  'parses any text to something that can be written again, or to a failure with a sentence',
  () => {
    fc.assert(
      fc.property(BODIES, (body) => {
        const outcome = parsedJson({ body });
        whole(outcome);
        if (outcome.ok) expect(typeof JSON.stringify(outcome.value)).toBe('string');
      }),
      { numRuns: 1_000 },
    );
  },
  LONG,
);

const ASK = { lane: 'asked' } as const;
const PERIOD = { from: 0, to: Date.parse('2100-01-01') };
const PRICE = { shape: 'single', price: Price.parse('30.1') } as const;
const OFFER: OfferToSend = {
  ...{ requestId: RQ, price: PRICE, quantity: Quantity.parse('10'), allOrNone: true },
  direction: 'ask',
};
const LAST_SEEN: LastSeenPrice = { type: 'per-leg', legPrices: [PRICE.price] };
const DELIVERY = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' };
const NEW_REQUEST = NewRequest.parse({
  contract: 'single',
  legs: [{ action: 'buy', commodity: 'power', market: 'DE', quantity: '10', ...DELIVERY }],
  allOrNone: true,
  recipients: [],
});
const power = { commodity: 'power' };

type Ends = (service: Service) => Promise<Outcome<unknown>>;
const READS: Readonly<Record<keyof Reads, Ends>> = {
  trades: (service) => service.trades(PERIOD, ASK),
  trade: (service) => service.trade(TR, ASK),
  openRequests: (service) => service.openRequests(ASK),
  concludedRequests: (service) => service.concludedRequests(PERIOD, ASK),
  request: (service) => service.request(RQ, ASK),
  quotes: (service) => service.quotes(RQ, ASK),
  proposals: (service) => service.proposals(RQ, ASK),
  counteroffers: (service) => service.counteroffers(RQ, ASK),
  analytics: (service) => service.analytics(RQ, ASK),
  loadShape: (service) => service.loadShape({ requestId: RQ }, ASK),
  smartRecipients: (service) => service.smartRecipients(power, ASK),
  risks: (service) => service.risks(ASK),
  riskSettings: (service) => service.riskSettings('power', ASK),
  ping: (service) => service.ping(ASK),
};
const WRITES: Readonly<Record<keyof Writes, Ends>> = {
  createRequest: (service) => service.createRequest(NEW_REQUEST),
  sendQuote: (service) => service.sendQuote(OFFER),
  withdrawQuote: (service) => service.withdrawQuote({ requestId: RQ, quoteId: QT }),
  addProposal: (service) => service.addProposal({ ...OFFER, kind: 'firm' }),
  deleteProposals: (service) => service.deleteProposals({ requestId: RQ }),
  sendCounteroffer: (service) => service.sendCounteroffer({ ...OFFER, quoteId: QT }),
  executeTrade: (service) => service.executeTrade({ requestId: RQ, quoteId: QT, lastSeen: LAST_SEEN }),
  toggleRisk: (service) => service.toggleRisk({ ...power, on: true }),
  writeRiskSettings: (service) => service.writeRiskSettings({ ...power, settings: { 'quantity-max': 50 } }),
};

// Waiting for the service's leave (429), a new sign-in (401) and what is not offered (404) are other tests' matters.
const statuses = fc.constantFrom(200, 200, 200, 200, 201, 202, 204, 302, 400, 403, 409, 410, 422, 500, 503);
const answers = fc.record({
  status: statuses,
  type: contentTypes,
  body: BODIES,
  /** Bytes of the body that are promised and never come. */
  missing: fc.constantFrom(0, 0, 0, 0, 1, 400),
});
type Served = typeof answers extends fc.Arbitrary<infer T> ? T : never;

/** Sends it as it is meant to be: with the length that is promised, whatever comes. */
function send({ status, type, body, missing }: Served, response: ServerResponse): Answer | undefined {
  const bytes = Buffer.from(body || ' ');
  const headers = { 'content-type': type, 'content-length': String(bytes.length + missing) };
  if (status === 204 || missing === 0)
    return { status, headers: { 'content-type': type }, body: status === 204 ? '' : body };
  response.writeHead(status, headers);
  response.write(bytes, () => response.destroy());
  return undefined;
}

/** An edge without limits to a service that answers every call as it is told. */
async function edgeUnderFire() {
  let next: Served = { status: 200, type: '', body: '', missing: 0 };
  const { baseUrl } = await platform(signingIn((_, response) => send(next, response)));
  const limits = { ratePerSecond: 1e6, burst: 1e6, perDay: 1e6 };
  const edge = await edgeTo(baseUrl, { profile: { limits, lists: { pagesMax: 2 } }, tokens: 1e6 });
  return { service: edge.service, serve: (served: Served): void => void (next = served) };
}

it.each(Object.entries(READS))(
  'reading by %s ends in a value or a failure with a sentence, whatever is answered',
  async (_, ends) => {
    const { service, serve } = await edgeUnderFire();
    await fc.assert(
      fc.asyncProperty(answers, async (served) => {
        serve(served);
        const outcome = await ends(service);
        whole(outcome);
        if (outcome.ok) expect([200, 201, 202, 204]).toContain(served.status);
      }),
      { numRuns: 150 },
    );
  },
  LONG,
);

it.each(Object.entries(WRITES))(
  'writing by %s ends in a value or a failure with a sentence, whatever is answered',
  async (_, ends) => {
    const { service, serve } = await edgeUnderFire();
    const refused = DEFAULT_PROFILE.auth.provesNotExecuted;
    await fc.assert(
      fc.asyncProperty(answers, async (served) => {
        serve(served);
        const outcome = await ends(service);
        whole(outcome);
        // Nothing but a status that proves it lets a write count as not executed.
        const proven = served.missing === 0 && refused.includes(served.status);
        if (!outcome.ok) expect(outcome.failure.kind === 'unknown-outcome').toBe(!proven);
      }),
      { numRuns: 150 },
    );
  },
  LONG,
);

it('keeps the good records beside one that is nested without end, and can write them all again', async () => {
  const { service, serve } = await edgeUnderFire();
  const [good, other] = [JSON.stringify(wireQuote('QT-1')), JSON.stringify(wireQuote('QT-2'))];
  const endless = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const records = `${good},${JSON.stringify(wireQuote('QT-3')).slice(0, -1)},"note":${endless}},${endless},${other}`;
  const body = `{"items":[${records}],"total":4}`;
  serve({ status: 200, type: 'application/json', body, missing: 0 });
  const quotes = await service.quotes(RQ, ASK);
  if (!quotes.ok) throw new Error(sentence(quotes.failure));
  expect(quotes.value.records.map(({ id }) => id)).toEqual(['QT-1', 'QT-3', 'QT-2']);
  expect(quotes.value.unreadable).toHaveLength(1);
  expect(JSON.stringify(quotes.value)).toContain('nested too deeply');
});
