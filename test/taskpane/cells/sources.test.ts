import { expect, it } from 'vitest';
import { Resource } from '../../../src/domain/resources/resource';
import { resourceInWords } from '../../../src/taskpane/cells/sources';

it.each([
  [{ kind: 'status' }, 'Desk status'],
  [{ kind: 'quota' }, 'Calls today'],
  [{ kind: 'journal' }, 'Journal'],
  [{ kind: 'open-requests' }, 'Open requests'],
  [
    { kind: 'concluded-requests', from: '2026-11-01', to: '2026-11-20' },
    'Closed requests, 2026-11-01 to 2026-11-20',
  ],
  [{ kind: 'request', id: 'RQ-1' }, 'Request RQ-1'],
  [{ kind: 'quotes', id: 'RQ-1' }, 'Quotes of RQ-1'],
  [{ kind: 'analytics', id: 'RQ-1' }, 'Analytics of RQ-1'],
  [{ kind: 'proposals', id: 'RQ-1' }, 'Price proposals for RQ-1'],
  [{ kind: 'counteroffers', id: 'RQ-1' }, 'Counteroffers for RQ-1'],
  [{ kind: 'request-load-shapes', id: 'RQ-1' }, 'Load shape of RQ-1'],
  [{ kind: 'trades' }, 'Trades, today'],
  [{ kind: 'trades', from: '2026-11-20', to: '2026-11-20' }, 'Trades, 2026-11-20'],
  [{ kind: 'trades', from: '2026-11-01', to: '2026-11-20' }, 'Trades, from 2026-11-01 to 2026-11-20'],
  [{ kind: 'trade', id: 'T-1' }, 'Trade T-1'],
  [{ kind: 'trade-load-shapes', id: 'T-1' }, 'Load shape of trade T-1'],
  [{ kind: 'risks' }, 'Risk management of all commodities'],
  [{ kind: 'risk-settings', commodity: 'power' }, 'Risk settings of power'],
  [{ kind: 'recipients', commodity: 'power' }, 'Recipients for power'],
  [{ kind: 'recipients', commodity: 'power', market: 'DE' }, 'Recipients for power, DE'],
])('%j is told as "%s"', (resource, words) => {
  expect(resourceInWords(Resource.parse(resource))).toBe(words);
});
