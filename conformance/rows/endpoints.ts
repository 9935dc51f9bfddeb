import { fieldsOf, jsonOf } from '../fields';
import { isRefusal, meets, statuses } from '../findings';
import { finding, reading, simulated, type Row } from '../row';
import { PLAIN_READS } from '../site/address';
import { idOf, openRequest } from '../subjects';

/** Whether a token has three parts, of which the first two are JSON objects. */
const isJwt = (token: string): boolean => {
  const parts = token.split('.').map((part) => jsonOf(Buffer.from(part, 'base64url').toString('utf8')));
  return parts.length === 3 && parts.slice(0, 2).every((part) => Object.keys(fieldsOf(part)).length > 0);
};

/** Section 4, before the table of endpoints, and its first line. */
export const ENDPOINT_ROWS: readonly Row[] = [
  {
    id: '4.1',
    kind: 'endpoint',
    key: 'paths.request',
    sentence: 'All paths are below the one address of the environment, under a version prefix',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, {}));
      const replies = [];
      for (const version of ['2.2', '2.3']) replies.push(await service.get('request', { request, version }));
      const ids = replies.map(({ fields }) => idOf(fields));
      return finding(
        ids.every((id) => id === request),
        `${statuses(replies)}: ${ids.join(', ')}`,
      );
    }),
  },
  {
    id: '4.2',
    kind: 'authentication',
    key: 'paths.authenticate',
    sentence: 'Every request but authentication needs the headers of section 5',
    check: reading(async ({ service }) => {
      const whole = [];
      const without = [];
      for (const path of PLAIN_READS) {
        whole.push(await service.get(path));
        without.push(await service.get(path, {}, { authorization: null }));
        without.push(await service.get(path, {}, { apiKey: null }));
      }
      return meets(
        {
          'with both headers every one is answered': whole.every(({ ok }) => ok),
          'without one of them none is': without.every(isRefusal),
        },
        `with ${statuses(whole)}; without ${statuses(without)}`,
      );
    }),
  },
  {
    id: '4.table.1a',
    kind: 'endpoint',
    key: 'auth.tokenField',
    sentence: 'POST authenticate gives a body with the field access-token, a JWT that is good for a call',
    check: reading(async ({ service }) => {
      const reply = await service.signIn();
      const token = service.tokenIn(reply);
      const used = await service.get('ping', {}, { authorization: `Bearer ${token}` });
      return meets(
        { 'there is a token in it': token !== '', 'it is a JWT': isJwt(token), 'it is good': used.ok },
        `${reply.summary}, with it ${used.summary}`,
      );
    }),
  },
  {
    id: '4.table.1c',
    kind: 'endpoint',
    key: 'paths.authenticate',
    sentence: 'It is there without a version and as /v2.0/authenticate',
    check: simulated(async ({ service }) => {
      const replies = [];
      for (const version of ['', '2.0']) {
        const token = service.tokenIn(await service.authenticate({ version }));
        replies.push(await service.get('ping', {}, { authorization: `Bearer ${token}` }));
      }
      return finding(
        replies.every(({ ok }) => ok),
        `with the token of each ${statuses(replies)}`,
      );
    }),
  },
  {
    id: '4.table.1b',
    kind: 'endpoint',
    key: 'auth.credentialsIn',
    sentence: 'It is sent client-id and client-secret as parameters, and the header x-api-key',
    check: reading(async ({ service }) => {
      const without = [
        await service.authenticate({ clientSecret: null }),
        await service.authenticate({ clientSecret: 'another-secret' }),
        await service.authenticate({ apiKey: null }),
      ];
      const whole = await service.signIn();
      return finding(
        whole.ok && without.every(isRefusal),
        `with all ${whole.summary}; without ${statuses(without)}`,
      );
    }),
  },
];
