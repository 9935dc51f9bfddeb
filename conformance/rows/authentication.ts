import { at, jsonOf, shown, textAt } from '../fields';
import { isRefusal, statuses } from '../findings';
import { finding, reading, simulated, type Row } from '../row';
import { PLAIN_READS } from '../site/address';
import type { Service } from '../site/service';

const HOUR_MS = 3_600_000;
// The simulated day begins at 10:20 in Berlin.
const UNTIL_MIDNIGHT_MS = 13 * HOUR_MS + 40 * 60_000;

/** A part of a JWT as JSON, or nothing. */
const partOf = (token: string, index: number): unknown =>
  jsonOf(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));

const claimsOf = (service: Service): unknown => partOf(service.accessToken, 1);

const usedToday = async (stats: () => Promise<unknown>): Promise<unknown> =>
  at(await stats(), 'usage', 'usedToday');

/** Section 5: authentication. */
export const AUTHENTICATION_ROWS: readonly Row[] = [
  {
    id: '5.1',
    kind: 'authentication',
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
    sentence: 'The API key is sent in every request, in the header x-api-key',
    check: reading(async ({ service }) => {
      const replies = [await service.authenticate({ apiKey: null })];
      for (const path of PLAIN_READS) replies.push(await service.get(path, {}, { apiKey: null }));
      return finding(replies.every(isRefusal), `without it ${statuses(replies)}`);
    }),
  },
  {
    id: '5.2.1b',
    kind: 'limit',
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
    sentence: 'The API key is no authentication',
    check: reading(async ({ service }) => {
      const replies = [];
      for (const path of PLAIN_READS) replies.push(await service.get(path, {}, { authorization: null }));
      return finding(replies.every(isRefusal), `with the key alone ${statuses(replies)}`);
    }),
  },
  {
    id: '5.2.1d',
    kind: 'authentication',
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
    sentence: 'client-id and client-secret are sent to the authenticate endpoint, which refuses without them',
    check: reading(async ({ service }) => {
      const whole = await service.authenticate();
      const half = await service.authenticate({ clientSecret: null });
      return finding(
        whole.ok && isRefusal(half),
        `with both ${whole.summary}, without the secret ${half.summary}`,
      );
    }),
  },
  {
    id: '5.3.1',
    kind: 'authentication',
    sentence: 'The flow begins with POST authenticate: client-id, client-secret and the header x-api-key',
    check: reading(async ({ service }) => {
      const reply = await service.authenticate();
      return finding(reply.ok, reply.summary);
    }),
  },
  {
    id: '5.3.2',
    kind: 'authentication',
    sentence: 'The answer carries the token in the field access-token',
    check: reading(async ({ service }) => {
      const { fields } = await service.authenticate();
      return finding(textAt(fields, 'access-token') !== '', `fields ${Object.keys(fields).join(', ')}`);
    }),
  },
  {
    id: '5.3.3a',
    kind: 'authentication',
    sentence: 'Every later request carries the API key and "Bearer " with the token',
    check: reading(async ({ service }) => {
      const replies = [];
      for (const path of PLAIN_READS) replies.push(await service.get(path));
      return finding(
        replies.every(({ ok }) => ok),
        statuses(replies),
      );
    }),
  },
  {
    id: '5.3.3b',
    kind: 'authentication',
    sentence: 'The Authorization value must start with "Bearer "',
    check: reading(async ({ service }) => {
      const { accessToken: token } = service;
      const replies = [];
      for (const authorization of [token, `Bearer${token}`, `Token ${token}`]) {
        replies.push(await service.get('ping', {}, { authorization }));
      }
      return finding(replies.every(isRefusal), statuses(replies));
    }),
  },
  {
    id: '5.4a',
    kind: 'authentication',
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
