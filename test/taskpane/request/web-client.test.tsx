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
