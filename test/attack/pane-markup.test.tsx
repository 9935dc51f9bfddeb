// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { hostileRecord, MARKUP } from '../../attack/hostile-texts';
import { readQuote } from '../../src/contract/service/read-offers';
import { readRequest } from '../../src/contract/service/read-request';
import { openPane } from '../taskpane/open-pane';

const hostile = (record: unknown): unknown => JSON.parse(hostileRecord(JSON.stringify(record)));
const LEG = {
  ...{ action: 'buy', commodity: 'power', market: 'THE', 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' },
  ...{ 'delivery-start': '2026-12-01', 'delivery-end': '2026-12-31', 'load-profile': 'base', quantity: 10 },
};

it('shows markup of the platform as the text that it is', () => {
  const request = readRequest(
    hostile({
      ...{ 'request-id': 'RQ-1', state: 'open', contract: 'single', role: 'initiator', commodity: 'power' },
      legs: [LEG],
    }),
  );
  const quote = readQuote(
    hostile({
      ...{ 'quotation-id': 'Q-1', 'request-id': 'RQ-1', state: 'open', 'price-direction': 'ask' },
      ...{ counterparty: 'Nordwind', quantity: 10, legs: [{ price: 30.5 }] },
    }),
  );
  if (!request.ok || !quote.ok) throw new Error('The hostile records cannot be read.');
  const pane = openPane({ requests: [request.value] });
  pane.open('=RQ-1');
  pane.quotes(request.value, quote.value);
  expect(pane.text()).toContain(MARKUP);
  expect(pane.text()).toContain('=RQ-1');
  expect(document.querySelectorAll('script, iframe, object, embed, img[onerror], [srcdoc]')).toHaveLength(0);
  expect(document.querySelectorAll('[href^="javascript:"], [onclick], [onload]')).toHaveLength(0);
});
