// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { request, STATUS } from '../examples';
import { openPane } from '../open-pane';

it('links from a request to the web client of the platform, and only where the profile has its address', () => {
  const pane = openPane({ requests: [request({ id: 'RQ-2' })] });
  pane.open('RQ-2');
  const link = () => screen.queryByRole('link', { name: /web client/ });
  expect(link()).toBeNull();
  pane.say({ kind: 'status' }, { ...STATUS, webClient: 'https://web.example/rfq/{request-id}/view' });
  expect(link()?.getAttribute('href')).toBe('https://web.example/rfq/RQ-2/view');
  expect(link()?.getAttribute('rel')).toContain('noopener');
});

it.each([
  ['an open request of one’s own', { role: 'initiator' }, true],
  ['one that is over', { role: 'initiator', state: 'closed' }, false],
  ['one of another company', {}, false],
] as const)('says that a request cannot be closed from here: %s', (_, what, says) => {
  const pane = openPane({ requests: [request({ id: 'RQ-2', ...what })] });
  pane.open('RQ-2');
  const closing = 'Your request cannot be closed here.';
  expect(pane.text().includes(closing)).toBe(says);
});
