import { expect, it, vi } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import type { Entry } from '../../../src/gateway/cache/entry';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { MORNING } from '../twins/cache';

it('takes a list of price proposals apart once for each version of it, however often it is looked at', () => {
  const id = RequestId.parse('RQ-2');
  const resource = { kind: 'proposals', id } as const;
  const known = { version: 1, fetchedAt: MORNING, json: '[]' };
  const entries = new Map([[resourceKey(resource), { known } as unknown as Entry]]);
  const market = new KnownMarketView(() => entries);
  const parse = vi.spyOn(JSON, 'parse');
  for (let look = 0; look < 10; look++)
    expect(market.listed('proposals', id)?.listing()).toEqual({ records: [], unreadable: [] });
  known.version = 2;
  known.json = '{}';
  expect(market.listed('proposals', id)?.listing()).toBeUndefined();
  expect(parse).toHaveBeenCalledTimes(2);
  parse.mockRestore();
  entries.clear();
  expect(market.listed('proposals', id)).toBeUndefined();
});
