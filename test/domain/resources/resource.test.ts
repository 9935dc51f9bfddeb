import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Resource, resourceKey } from '../../../src/domain/resources/resource';

const id = fc.stringMatching(/^[A-Za-z0-9"{}:,\\ -]{1,20}$/).filter((text) => !text.startsWith(' '));
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyResource = fc
  .oneof(
    fc.constantFrom(
      { kind: 'status' },
      { kind: 'quota' },
      { kind: 'journal' },
      { kind: 'open-requests' },
      { kind: 'trades' },
      { kind: 'risks' },
    ),
    fc.record({ kind: fc.constant('concluded-requests'), from: day, to: day }),
    fc.record({ kind: fc.constant('trades'), from: day, to: day }),
    fc.record({
      kind: fc.constantFrom(
        ...(['request', 'quotes', 'analytics', 'trade', 'proposals', 'counteroffers'] as const),
        ...(['request-load-shapes', 'trade-load-shapes'] as const),
      ),
      id,
    }),
    fc.record({ kind: fc.constantFrom('risk-settings', 'recipients'), commodity: id }),
    fc.record({ kind: fc.constant('recipients'), commodity: id, market: id }),
  )
  .map((resource) => Resource.parse(resource));

describe('the key of a resource', () => {
  it('is the same whatever the order of its properties and whatever is left out', () => {
    const period = { kind: 'trades', from: '2026-11-01', to: '2026-11-20' };
    const turned = Object.fromEntries(Object.entries(period).reverse());
    expect(resourceKey(Resource.parse(turned))).toBe(resourceKey(Resource.parse(period)));
    expect(resourceKey(Resource.parse({ kind: 'trades', from: undefined }))).toBe(
      resourceKey({ kind: 'trades' }),
    );
  });

  it('differs for different resources, even for ids that look like keys', () => {
    fc.assert(
      fc.property(anyResource, anyResource, (a, b) => {
        const same = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
        expect(resourceKey(a) === resourceKey(b)).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });

  it('names the resource itself', () => {
    fc.assert(
      fc.property(anyResource, (resource) => {
        expect(Resource.parse(JSON.parse(resourceKey(resource)))).toEqual(resource);
      }),
    );
  });
});

describe('a resource', () => {
  it.each([
    { kind: 'everything' },
    { kind: 'request' },
    { kind: 'request', id: 7 },
    { kind: 'request', id: 'RQ/1' },
    { kind: 'request', id: '' },
    { kind: 'request', id: 'x'.repeat(101) },
    { kind: 'status', id: 'RQ-1' },
    { kind: 'concluded-requests', from: '2026-11-01' },
    { kind: 'trades', from: '2026-13-01' },
    { kind: 'trades', from: '20.11.2026' },
    { kind: 'risk-settings' },
    { kind: 'recipients', commodity: '' },
    { kind: 'recipients', commodity: 'power', market: 7 },
  ])('is refused as %j', (resource) => {
    expect(Resource.safeParse(resource).success).toBe(false);
  });
});
