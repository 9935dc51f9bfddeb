import { at, jsonOf, shown, textAt } from '../fields';
import { isRefusal, meets, statuses } from '../findings';
import type { Finding } from '../row';
import { finding, reading, simulated, type Row } from '../row';
import { PLAIN_READS } from '../site/address';
import type { Sent, Service } from '../site/service';

const HOUR_MS = 3_600_000;
// The simulated day begins at 10:20 in Berlin.
const UNTIL_MIDNIGHT_MS = 13 * HOUR_MS + 40 * 60_000;

/** A part of a JWT as JSON, or nothing. */
const partOf = (token: string, index: number): unknown =>
  jsonOf(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));

const claimsOf = (service: Service): unknown => partOf(service.accessToken, 1);

const usedToday = async (stats: () => Promise<unknown>): Promise<unknown> =>
  at(await stats(), 'usage', 'usedToday');

/** Whether plain reads are answered, and refused with something of their headers left out or changed. */
async function neededIn(service: Service, sent: readonly Sent[]): Promise<Finding> {
  const whole = [];
  const without = [];
  for (const path of PLAIN_READS) {
    whole.push(await service.get(path));
    for (const one of sent) without.push(await service.get(path, {}, one));
  }
  return meets(
    {
      'with both headers every one is answered': whole.every(({ ok }) => ok),
      'so none is': without.every(isRefusal),
    },
    `with both ${statuses(whole)}; so ${statuses(without)}`,
  );
}

/** Section 5: authentication. */
export const AUTHENTICATION_ROWS: readonly Row[] = [
  {
    id: '5.1',
    kind: 'authentication',
    key: 'auth.tokenField',
    sentence: 'Client credentials of OAuth 2.0 give an access token, which is a JWT',
    check: reading(async ({ service }) => {
      const { accessToken } = service;
      const head = partOf(accessToken, 0);
      const holds = accessToken.split('.').length === 3 && textAt(head, 'alg') !== '';
      return finding(holds, `head ${shown(head)}`);
    }),
  },
  {
    id: '5.2.1a',
    kind: 'authentication',
    key: 'paths.authenticate',
    sentence: 'The API key is sent in every request, in the header x-api-key',
    check: reading(async ({ service }) => {
      const signIn = await service.authenticate({ apiKey: null });
      const { outcome, met } = await neededIn(service, [{ apiKey: null }]);
      return finding(outcome === 'held' && isRefusal(signIn), `${met}; signing in ${signIn.summary}`);
    }),
  },
  {
    id: '5.2.1b',
    kind: 'limit',
    key: 'limits.perDay',
    sentence: 'The API key maps requests to a usage plan',
    check: simulated(async ({ service, simulator }) => {
      const before = await usedToday(simulator.stats);
      await service.get('ping');
      await service.get('ping', {}, { apiKey: 'another-key' });
      const after = await usedToday(simulator.stats);
      return finding(
        before === 1 && after === 2,
        `the plan of the key: ${shown(before)} calls, then ${shown(after)}`,
      );
    }),
  },
  {
    id: '5.2.1c',
    kind: 'authentication',
    key: 'paths.authenticate',
    sentence: 'The API key is no authentication',
    check: reading(({ service }) => neededIn(service, [{ authorization: null }])),
  },
  {
    id: '5.2.1d',
    kind: 'authentication',
    key: 'paths.authenticate',
    sentence: 'The API key can be revoked',
    check: simulated(async ({ service, simulator }) => {
      const before = await service.get('ping');
      await simulator.control('key/revoke');
      const replies = [await service.get('ping'), await service.authenticate()];
      return finding(
        before.ok && replies.every(isRefusal),
        `${before.summary}, revoked ${statuses(replies)}`,
      );
    }),
  },
  {
    id: '5.2.2',
    kind: 'authentication',
    key: 'auth.credentialsIn',
    sentence: 'client-id and client-secret are sent to the authenticate endpoint, which refuses without them',
    check: reading(async ({ service }) => {
      const whole = await service.signIn();
      const wrong = [
        await service.authenticate({ clientSecret: null }),
        await service.authenticate({ clientSecret: 'another-secret' }),
      ];
      return finding(
        whole.ok && wrong.every(isRefusal),
        `with both ${whole.summary}, without the secret or with another ${statuses(wrong)}`,
      );
    }),
  },
  {
    id: '5.3.1',
    kind: 'authentication',
    key: 'auth.credentialsIn',
    sentence: 'The flow begins with POST authenticate: client-id, client-secret and the header x-api-key',
    check: reading(async ({ service }) => {
      const reply = await service.signIn();
      const used = await service.get('ping', {}, { authorization: `Bearer ${service.tokenIn(reply)}` });
      return finding(reply.ok && used.ok, `${reply.summary}, then a call with its token ${used.summary}`);
    }),
  },
  {
    id: '5.3.2',
    kind: 'authentication',
    key: 'auth.tokenField',
    sentence: 'The answer carries the token in the field access-token',
    check: reading(async ({ service }) => {
      const { fields } = await service.signIn();
      return finding(textAt(fields, 'access-token') !== '', `fields ${Object.keys(fields).join(', ')}`);
    }),
  },
  {
    id: '5.3.3a',
    kind: 'authentication',
    key: 'auth.tokenField',
    sentence: 'Every later request carries the API key and "Bearer " with the token',
    check: reading(({ service }) =>
      neededIn(service, [{ apiKey: null }, { authorization: null }, { authorization: 'Bearer of-nobody' }]),
    ),
  },
  {
    id: '5.3.3b',
    kind: 'authentication',
    key: 'auth.tokenField',
    sentence: 'The Authorization value must start with "Bearer "',
    check: reading(({ service }) => {
      const { accessToken: token } = service;
      return neededIn(
        service,
        [token, `Bearer${token}`, `Token ${token}`].map((authorization) => ({ authorization })),
      );
    }),
  },
  {
    id: '5.4a',
    kind: 'authentication',
    key: 'auth.zone',
    sentence: 'By default a token expires at the midnight of the day of its issue',
    check: simulated(async ({ service, clock, simulator }) => {
      const midnight = clock.now() + UNTIL_MIDNIGHT_MS;
      await simulator.advance(UNTIL_MIDNIGHT_MS - 1);
      const last = await service.get('ping');
      await simulator.advance(1);
      const after = await service.get('ping');
      const renewed = await service.signIn();
      const holds =
        last.ok && isRefusal(after) && renewed.ok && Number(at(claimsOf(service), 'exp')) * 1000 > midnight;
      return finding(holds, `a millisecond before ${last.summary}, at midnight ${after.summary}`);
    }),
  },
  {
    id: '5.4b',
    kind: 'authentication',
    key: 'auth.zone',
    sentence: 'One token can be used for all requests of its day',
    check: simulated(async ({ service, simulator }) => {
      const replies = [];
      for (let hour = 0; hour < 13; hour++) {
        replies.push(await service.get('ping'));
        await simulator.advance(HOUR_MS);
      }
      return finding(
        replies.every(({ ok }) => ok),
        `every hour ${statuses(replies)}`,
      );
    }),
  },
  {
    id: '5.5',
    kind: 'version',
    sentence:
      'The older authentication endpoint is deprecated in favour of the one that complies with OAuth 2.0',
    untestable: 'being deprecated changes no answer, and which of the two is older is not stated',
  },
];
