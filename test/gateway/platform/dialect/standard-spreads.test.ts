import { expect, it } from 'vitest';
import { profileFrom } from '../../../../src/contract/service/profile';
import { readRequest } from '../../../../src/contract/service/read-request';
import { Dialect } from '../../../../src/gateway/platform/dialect/dialect';

const LEG = { action: 'buy', quantity: 10 };
const RAW = {
  'request-id': 'RQ-1',
  state: 'open',
  contract: 'spread',
  legs: [LEG, { ...LEG, action: 'sell' }],
};

async function read(raw: object, mapping: object = {}) {
  const flagged = { standardSpread: { at: 'listing.standard', is: [true, 'Y'] } };
  const dialect = new Dialect(profileFrom({ mapping: { ...flagged, ...mapping } }).mapping);
  const translate = dialect.records('request') ?? ((same: unknown) => same);
  return dialect.reader('request', readRequest)(await translate(raw, {}));
}

it.each([
  [true, 'standard-spread'],
  ['Y', 'standard-spread'],
  [false, 'spread'],
  ['N', 'spread'],
])('a spread whose flag says %s is a %s', async (standard, contract) => {
  expect(await read({ ...RAW, listing: { standard } })).toMatchObject({ ok: true, value: { contract } });
});

it('reads no spread without the flag, and names the key', async () => {
  for (const listing of [undefined, {}, { standard: null }]) {
    const outcome = await read({ ...RAW, listing });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    expect(JSON.stringify(outcome)).toContain('mapping.standardSpread');
  }
});

it('asks no flag of what is no spread, and goes with a map of the same record', async () => {
  expect(await read({ ...RAW, contract: 'single', legs: [LEG] })).toMatchObject({
    value: { contract: 'single' },
  });
  const mapping = { words: { contract: { spread: 'S', single: 'O', 'standard-spread': 'N' } } };
  const raw = { ...RAW, contract: 'S', listing: { standard: true } };
  expect(await read(raw, mapping)).toMatchObject({ value: { contract: 'standard-spread' } });
});
