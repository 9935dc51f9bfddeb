// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import { TOO_SOON_MS } from '../../../src/taskpane/request/accepting';
import { quote, request, single } from '../examples';
import { isBlocked, openPane } from '../open-pane';

/** With what it takes, where that can be sent. */
const ACCEPT = /^Accept(?: \d.* at [^…]*)?$/;
const MEAN_IT = { name: 'I have read the warnings and mean it' };
const SEND = /^(?:Send quote|Quote )/;

function opened(role: 'recipient' | 'initiator', limits: Partial<Limits> = {}) {
  const what = request({ id: 'RQ-2', role });
  const pane = openPane({ requests: [what] });
  pane.set(
    { kind: 'limits' },
    {
      state: 'fresh',
      value: { limits: { ...BUILT_IN_LIMITS, ...limits }, locked: false, source: 'built-in' },
    },
  );
  pane.arm();
  pane.open('RQ-2');
  // Two names: a name that stands alone would be the desk's own.
  pane.quotes(what, quote(), quote({ id: 'QT-2', counterparty: 'Nordkraft' }));
  return pane;
}

it('are said beside the price as it is typed, and a warning goes with the press that ticked it', () => {
  const pane = opened('recipient');
  pane.type('Price', '120');
  expect(pane.text()).toContain('above the best ask 84.15 EUR/MWh (Cobalt Grid)');
  expect(isBlocked(SEND)).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.press(SEND);
  expect(pane.newest()).toMatchObject({
    accepted: [{ code: 'best-price', upTo: '35.85' }],
    body: { price: { price: '120' } },
  });
});

it('want a new tick for another price', () => {
  const pane = opened('recipient');
  pane.type('Price', '120');
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.type('Price', '121');
  expect(isBlocked(SEND)).toBe(true);
});

it('say nothing of a price close to the best one', () => {
  const pane = opened('recipient');
  pane.type('Price', '84.2');
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
  pane.press(SEND);
  expect(pane.newest().accepted).toBeUndefined();
  expect(pane.newest().body).toMatchObject({ price: { price: '84.2' } });
});

it('hold back what is beyond a level that blocks, whatever is ticked', () => {
  const pane = opened('recipient', {
    volume: Limits.parse({ ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', block: 5 }] }).volume,
  });
  pane.type('Price', '84.2');
  expect(isBlocked(SEND)).toBe(true);
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
});

it('are said before an acceptance too', async () => {
  const pane = opened('initiator', {
    volume: Limits.parse({ ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', warn: 5 }] }).volume,
  });
  pane.quotes(request({ id: 'RQ-2', role: 'initiator' }), quote({ price: single('84.15') }));
  pane.press('Accept QT-1');
  await pane.advance(TOO_SOON_MS);
  expect(isBlocked(ACCEPT)).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.press(ACCEPT);
  expect(pane.newest()).toMatchObject({
    accepted: [{ code: 'volume', about: 'MW', upTo: '10' }],
    body: { kind: 'accept-quote' },
  });
});
