import { expect, it } from 'vitest';
import { ProposalId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import type { OfferToSend, Service } from '../../../src/gateway/platform/operations';
import { price } from '../../domain/written-price';
import {
  edgeTo,
  inTime,
  isAuthenticate,
  jwt,
  MIDNIGHT,
  NOON,
  platform,
  type Answer,
  type Handler,
} from './platform';
import { QT, RQ, TR } from './records';

// Marked, and with every character that travels differently in an address, a form and JSON.
const SECRET = {
  apiKey: 'MARKED-key-"\\+/=&%~',
  clientId: 'MARKED-client',
  clientSecret: 'MARKED-secret "\\+/=&%~!\'()*é',
};
const TOKEN = jwt(MIDNIGHT, 'token-1');
/** Everybody is given the same token. */
const signingIn =
  (handler: Handler): Handler =>
  (arrived, response) =>
    isAuthenticate(arrived) ? { body: { 'access-token': TOKEN } } : handler(arrived, response);
const form = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
const FORMS = [SECRET.apiKey, SECRET.clientSecret, TOKEN].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  form(secret),
  JSON.stringify(secret).slice(1, -1),
]);

const ASK = { lane: 'asked' } as const;
const DAY = { from: NOON - 86_400_000, to: NOON };
const OFFER: OfferToSend = {
  requestId: RQ,
  direction: 'bid',
  price: { shape: 'single', price: price(1) },
  quantity: Quantity.parse('1'),
  allOrNone: true,
};
const lastSeen = { type: 'per-leg' as const, legPrices: [price(1)] };
const leg = {
  action: 'buy' as const,
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  quantity: Quantity.parse('1'),
};

const EVERYTHING: Record<keyof Service, (service: Service) => Promise<unknown>> = {
  trades: (service) => service.trades(DAY, ASK),
  trade: (service) => service.trade(TR, ASK),
  openRequests: (service) => service.openRequests(ASK),
  concludedRequests: (service) => service.concludedRequests(DAY, ASK),
  request: (service) => service.request(RQ, ASK),
  quotes: (service) => service.quotes(RQ, ASK),
  proposals: (service) => service.proposals(RQ, ASK),
  counteroffers: (service) => service.counteroffers(RQ, ASK),
  analytics: (service) => service.analytics(RQ, ASK),
  loadShape: (service) => service.loadShape({ tradeId: TR }, ASK),
  smartRecipients: (service) => service.smartRecipients({ commodity: 'power' }, ASK),
  risks: (service) => service.risks(ASK),
  riskSettings: (service) => service.riskSettings('power', ASK),
  ping: (service) => service.ping(ASK),
  createRequest: (service) =>
    service.createRequest({ contract: 'single', legs: [leg], allOrNone: true, recipients: [] }),
  sendQuote: (service) => service.sendQuote(OFFER),
  withdrawQuote: (service) => service.withdrawQuote({ requestId: RQ, quoteId: QT }),
  addProposal: (service) => service.addProposal({ ...OFFER, kind: 'firm' }),
  deleteProposals: (service) => service.deleteProposals({ requestId: RQ }),
  sendCounteroffer: (service) => service.sendCounteroffer({ ...OFFER, quoteId: QT }),
  executeTrade: (service) =>
    service.executeTrade({ requestId: RQ, proposalId: ProposalId.parse('PP-1'), lastSeen }),
  toggleRisk: (service) => service.toggleRisk({ commodity: 'power', on: true }),
  writeRiskSettings: (service) => service.writeRiskSettings({ commodity: 'power', settings: { a: 1 } }),
};

function clean(said: unknown): void {
  const text = JSON.stringify(said);
  expect(text).not.toContain('MARKED-key');
  expect(text).not.toContain('MARKED-secret');
  for (const secret of FORMS) expect(text).not.toContain(secret);
  // Not a part of a token either, cut off in the middle.
  expect(text).not.toContain(TOKEN.slice(0, 12));
}

const ECHO = `heard ${FORMS.join(' and ')} END`;
const FAR = `${'x'.repeat(190)}${TOKEN} ${SECRET.clientSecret}`;
const ANSWERS: readonly [string, Answer][] = [
  ...[400, 401, 403, 404, 405, 409, 410, 415, 418, 422, 302, 500, 503].map((status): [string, Answer] => [
    `a ${status} with errors`,
    { status, body: { errors: [{ code: ECHO, message: ECHO, field: ECHO }] } },
  ]),
  ['an error of one message', { status: 400, body: { message: ECHO } }],
  ['an error in plain text', { status: 500, body: ECHO }],
  ['an error whose text is cut in the middle of a secret', { status: 500, body: FAR }],
  ['an error whose message is cut in the middle of a secret', { status: 422, body: { message: FAR } }],
  ['a success that is not JSON', { status: 200, body: ECHO }],
  ['a success that begins in the middle of everything', { status: 200, body: `${'x'.repeat(50)}${TOKEN}` }],
  ['a success of another shape', { status: 200, body: { unexpected: [ECHO], more: [ECHO] } }],
  [
    'a spent day',
    {
      status: 429,
      headers: { 'retry-after': '86400' },
      body: { errors: [{ code: 'quota-exceeded', message: ECHO }] },
    },
  ],
];

it.each(ANSWERS)(
  'shows no secret in any failure or in the log, whatever repeats it: %s',
  async (_, answer) => {
    const service = await platform(signingIn(() => answer));
    for (const [name, call] of Object.entries(EVERYTHING)) {
      // A 401 twice ends a session, so each call has its own.
      const edge = await edgeTo(service.baseUrl, { credentials: SECRET });
      const outcome = await inTime(edge, call(edge.service));
      // What a service says in data is data: only ping takes any JSON for it.
      const isData = answer.status === 200 && name === 'ping';
      clean([isData ? undefined : outcome, edge.status, edge.logged]);
      edge.signOut();
      clean([edge.status, edge.logged]);
    }
  },
);

it.each<[string, Handler]>([
  [
    'breaks',
    (_, response) => {
      response.destroy();
      return undefined;
    },
  ],
  [
    'breaks in the middle',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(ECHO, () => response.destroy());
      return undefined;
    },
  ],
])('shows no secret when the connection %s', async (_, handler) => {
  const service = await platform(signingIn(handler));
  const edge = await edgeTo(service.baseUrl, { credentials: SECRET });
  for (const call of Object.values(EVERYTHING)) clean([await call(edge.service), edge.status, edge.logged]);
});

it('shows no secret of a session that ended while its call was on the way', async () => {
  let answer: (() => void) | undefined;
  const service = await platform(
    signingIn(async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 500, body: { message: ECHO } };
    }),
  );
  const edge = await edgeTo(service.baseUrl, { credentials: SECRET });
  for (const call of [EVERYTHING.request, EVERYTHING.sendQuote]) {
    const outcome = call(edge.service);
    await service.seen(1, (arrived) => !isAuthenticate(arrived));
    while (!answer) await new Promise((resolve) => setImmediate(resolve));
    edge.signOut();
    answer();
    answer = undefined;
    const said = await outcome;
    expect(JSON.stringify(said)).toContain('heard');
    clean([said, edge.status, edge.logged]);
    await edge.signIn(SECRET);
    service.arrived.length = 0;
  }
});

it.each(['form', 'query', 'json'])(
  'shows no secret when signing in is refused (%s)',
  async (credentialsIn) => {
    for (const [, answer] of ANSWERS) {
      const service = await platform(() => answer);
      const edge = await edgeTo(service.baseUrl, {
        profile: { auth: { credentialsIn } },
        signedIn: false,
      });
      const said = JSON.stringify([await edge.signIn(SECRET), edge.status, edge.logged]);
      // The service was told the secrets, so that it could repeat them, and something was said of its answer.
      expect(JSON.stringify(service.arrived[0])).toContain('MARKED');
      expect(said).toContain('"failure"');
      // The token was never issued here, so it is not known for a secret.
      for (const secret of [SECRET.apiKey, SECRET.clientSecret]) {
        for (const written of [secret, encodeURIComponent(secret), form(secret)]) {
          expect(said).not.toContain(JSON.stringify(written).slice(1, -1));
        }
      }
      expect(said).not.toContain('MARKED');
    }
  },
);

it('puts no secret into an address, save where the profile asks for it when signing in', async () => {
  const service = await platform(signingIn(() => ({ status: 404 })));
  for (const credentialsIn of ['form', 'query', 'json']) {
    const edge = await edgeTo(service.baseUrl, { credentials: SECRET, profile: { auth: { credentialsIn } } });
    for (const call of Object.values(EVERYTHING)) await call(edge.service);
  }
  const others = service.arrived.filter((call) => !isAuthenticate(call));
  expect(others.length).toBeGreaterThan(3 * 20);
  for (const { path, body } of others) expect(`${path} ${body}`).not.toContain('MARKED');
  const signIns = service.arrived.filter(isAuthenticate).map(({ path }) => path);
  expect(signIns.filter((path) => path.includes('MARKED'))).toHaveLength(1);
});
