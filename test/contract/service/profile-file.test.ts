import { describe, expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../../src/contract/service/profile';
import { profileSchema, readProfile } from '../../../src/contract/service/profile-file';

const said = (...texts: string[]): string => {
  const read = readProfile(texts);
  if (read.ok) throw new Error('It was taken.');
  return read.failure.message;
};
const mapped = (mapping: object): string => JSON.stringify({ mapping });

describe('a profile file', () => {
  it('may hold comments, and name its schema', () => {
    const text = `// ours
      { "$schema": "./schema.json", /* the path
        of ping */ "paths": { "ping": "/a//b" } // not in a text
      }`;
    expect(readProfile([text])).toMatchObject({ ok: true, value: { paths: { ping: '/a//b' } } });
  });

  it('is laid over the one before it, key by key', () => {
    const common = JSON.stringify({
      limits: { burst: 50, perDay: 10 },
      ...{ mapping: { words: { side: { buy: 'B', sell: 'S' } }, values: { decimal: 'text' } } },
    });
    const own = JSON.stringify({ limits: { perDay: 99 }, mapping: { words: { side: { sell: 'X' } } } });
    expect(readProfile([common, own])).toMatchObject({
      value: {
        limits: { ...DEFAULT_PROFILE.limits, burst: 50, perDay: 99 },
        mapping: { words: { side: { buy: 'B', sell: 'X' } }, values: { decimal: 'text' } },
      },
    });
  });

  it('takes the names of OAuth 2.0 where it says so, and its own over them', () => {
    const read = readProfile(['{"auth":{"standard":"oauth2","fields":{"scope":"trading"},"idName":"id"}}']);
    expect(read).toMatchObject({
      value: {
        auth: {
          idName: 'id',
          secretName: 'client_secret',
          fields: { grant_type: 'client_credentials', scope: 'trading' },
          tokenField: 'access_token',
          expiresField: 'expires_in',
        },
      },
    });
  });
});

it.each([
  [
    '{"webhooks":{"hmac":{"header":"x","algorithm":"md5","secretEnv":"S"}}}',
    'webhooks.hmac.algorithm is "md5": it must be "sha1", "sha256", "sha384" or "sha512".',
  ],
  [
    '{"webhooks":{"hmac":{"header":"x","algorithm":"sha1","secretEnv":"S","signed":"{timestamp}{body}"}}}',
    'webhooks.hmac.signed is "{timestamp}{body}": it has {timestamp}, and webhooks.hmac.timestamp does not say',
  ],
  [
    '{"webhooks":{"hmac":{"header":"x","algorithm":"sha1","secretEnv":"S","timestamp":{"secondsMax":9}}}}',
    'webhooks.hmac.timestamp is {"secondsMax":9}: it needs header or part: where it stands.',
  ],
  ['{"webhooks":{"token":{"header":"a b","secretEnv":"S"}}}', 'it must be the name of a header.'],
  ['{"errors":{"spentStatuses":[200]}}', 'errors.spentStatuses[0] is 200: it must be 400 or more.'],
  [
    '{"webClient":{"request":"http://web.example/"}}',
    'webClient.request is "http://web.example/": it must be an https address',
  ],
  ['{"endsOfLife":{"v2.2":"soon"}}', 'endsOfLife.v2.2 is "soon": it must be a day, such as 2027-03-31.'],
  ['{"limits":{"burst":0}}', 'limits.burst is 0: it must be 1 or more.'],
  ['{"limits":{"ratePerSecond":0}}', 'limits.ratePerSecond is 0: it must be more than 0.'],
  ['{"limits":{"burst":"x"}}', 'limits.burst is "x": it must be a number.'],
  ['{"limits":5}', 'limits is 5: it must be a group of settings in braces.'],
  ['{"path":{}}', 'The file has "path", which there is not; there may be $schema, paths, operations,'],
  ['{"paths":{"pong":"/p"}}', 'paths has "pong", which there is not; there may be authenticate, trades,'],
  ['{"paths":{"ping":"https://x"}}', 'paths.ping is "https://x": it must be a path that begins with /'],
  [
    '{"paths":{"trade":"/t/{x}"}}',
    'paths.trade is "/t/{x}": it has braces that do not belong to it: there may be {trade-id}.',
  ],
  ['{"paths":{"ping":"/t/{trade-id}"}}', 'it has braces that do not belong to it: it has no ids.'],
  ['{"paths":{"trade":"/t/{trade-id"}}', 'it has braces that do not belong to it'],
  ['{"paths":{"quotes":"/v2.0/x"}}', 'paths.quotes is "/v2.0/x": it needs v2.1 or newer'],
  [
    '{"lists":{"style":"pages"}}',
    'lists.style is "pages": it must be "page", "offset", "cursor", "link" or "whole".',
  ],
  ['{"lists":{"whole":["quoats"]}}', 'lists.whole[0] is "quoats": it is not the name of a list in paths.'],
  [
    '{"lists":{"filters":{"foo":"x"}}}',
    'lists.filters has "foo", which there is not; there may be commodity, market,',
  ],
  ['{"auth":{"zone":"Mars/X"}}', 'auth.zone is "Mars/X": it must be a zone such as Europe/Berlin'],
  ['{"auth":{"provesNotExecuted":[200]}}', 'auth.provesNotExecuted[0] is 200: it must be 400 or more.'],
  ['{"auth":{"standard":"oauth1"}}', 'auth.standard is "oauth1": it must be "oauth2".'],
  [
    '{"operations":{"send-quotes":{}}}',
    'operations has "send-quotes", which there is not; there may be authenticate,',
  ],
  [
    '{"operations":{"send-quote":{"method":"SEND"}}}',
    'operations.send-quote.method is "SEND": it must be "GET", "POST",',
  ],
  ['{"operations":{"send-quote":{"headers":{"a b":"x"}}}}', 'operations.send-quote.headers'],
  [
    '{"webhooks":{"hmac":{"header":"x","algorithm":"sha256"}}}',
    'webhooks.hmac.secretEnv is missing: it must be a text.',
  ],
  ['[]', 'The file is []: it must be a group of settings in braces.'],
  ['null', 'The file is null: it must be a group of settings in braces.'],
  ['{', 'It is not JSON: line 1, column 2 is not as it should be.'],
  [
    mapped({ records: { trades: {} } }),
    'mapping.records has "trades", which there is not; there may be request, leg,',
  ],
  [
    mapped({ records: { trade: { fields: { prize: 'x' } } } }),
    'mapping.records.trade.fields.prize is "x": there is no such field; there are trade-id, traded-at,',
  ],
  [
    mapped({ records: { trade: { fields: { price: { at: 'x', ass: 'text' } } } } }),
    'mapping.records.trade.fields.price has "ass", which there is not; there may be at, join, as, words, empty, value.',
  ],
  [
    mapped({ records: { trade: { fields: { price: { at: 'x', as: 'cents' } } } } }),
    'mapping.records.trade.fields.price.as is "cents": it must be "number", "text" or {"scaled": 0 to 12}.',
  ],
  [
    mapped({ records: { trade: { fields: { price: { value: '30' } } } } }),
    'it must be absent: prices, quantities and identifiers are never made up.',
  ],
  [
    mapped({ records: { trade: { fields: { price: {} } } } }),
    'it needs "at", the path where it stands, or "value".',
  ],
  [
    mapped({ records: { trade: { fields: { price: 'a..b' } } } }),
    'fields.price is "a..b": it must be names with dots',
  ],
  [
    mapped({ records: { trade: { fields: { price: 7 } } } }),
    'fields.price is 7: it must be a path, null where',
  ],
  [
    mapped({ values: { decimal: 'cents' } }),
    'mapping.values.decimal is "cents": it must be "number", "text" or',
  ],
  [mapped({ values: { time: { local: 'Mars' } } }), 'mapping.values.time.local is "Mars": it must be a zone'],
  [
    mapped({ words: { sides: {} } }),
    'mapping.words has "sides", which there is not; there may be request-state,',
  ],
  [
    mapped({ words: { side: { by: 'B' } } }),
    'mapping.words.side.by is "B": there is no such word; there are buy, sell.',
  ],
  [mapped({ words: { side: { buy: 'X', sell: 'X' } } }), 'it must not give "X" two meanings.'],
  [
    mapped({ words: { side: { buy: 7 } } }),
    'mapping.words.side.buy is 7: it must be a word or a list of words.',
  ],
])(
  'that is wrong, such as %s, is refused with the key, the value and what may stand there',
  (text, wanted) => {
    expect(said(text)).toContain(wanted);
    expect(said(text)).not.toMatch(/invalid/i);
  },
);

it('has a schema in which every section and key may be left out, and a wrong name is one', () => {
  const { properties = {}, ...schema } = profileSchema();
  expect(Object.keys(properties)).toEqual(
    ['$schema', ...Object.keys(DEFAULT_PROFILE)].sort(
      (a, b) => Object.keys(properties).indexOf(a) - Object.keys(properties).indexOf(b),
    ),
  );
  expect(schema).toMatchObject({ additionalProperties: false });
  for (const section of Object.values(properties)) expect(section).not.toHaveProperty('required');
});
