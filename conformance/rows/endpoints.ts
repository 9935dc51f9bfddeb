import { fieldsOf, jsonOf, textAt } from '../fields';
import { allOk, isRefusal, statuses } from '../findings';
import { finding, reading, type Row } from '../row';
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
    sentence: 'All paths are below the one address of the environment, under a version prefix',
    check: reading(async ({ service }) => {
      const request = idOf(await openRequest(service, {}));
      const replies = [];
      for (const version of ['2.2', '2.3']) replies.push(await service.get('request', { request, version }));
      return allOk(replies);
    }),
  },
  {
    id: '4.2',
    kind: 'authentication',
    sentence: 'Every request but authentication needs the headers of section 5',
    check: reading(async ({ service }) => {
      const replies = [];
      for (const path of PLAIN_READS) {
        replies.push(await service.get(path, {}, { authorization: null }));
        replies.push(await service.get(path, {}, { apiKey: null }));
      }
      return finding(replies.every(isRefusal), statuses(replies));
    }),
  },
  {
    id: '4.table.1a',
    kind: 'endpoint',
    sentence: 'POST /authenticate and /v2.0/authenticate give a body with the field access-token, a JWT',
    check: reading(async ({ service }) => {
      const replies = [
        await service.authenticate({ version: '' }),
        await service.authenticate({ version: '2.0' }),
      ];
      const tokens = replies.map(({ fields }) => textAt(fields, service.profile.auth.tokenField));
      return finding(
        replies.every(({ ok }) => ok) && tokens.every(isJwt),
        `${statuses(replies)}, JWT: ${tokens.map(isJwt).join(', ')}`,
      );
    }),
  },
  {
    id: '4.table.1b',
    kind: 'endpoint',
    sentence: 'It is sent client-id and client-secret as parameters, and the header x-api-key',
    check: reading(async ({ service }) => {
      const without = [
        await service.authenticate({ clientSecret: null }),
        await service.authenticate({ apiKey: null }),
      ];
      const whole = await service.authenticate();
      return finding(
        whole.ok && without.every(isRefusal),
        `with all ${whole.summary}; without ${statuses(without)}`,
      );
    }),
  },
];
