import { expect, it } from 'vitest';
import type { InterfaceReport } from '../../src/contract/desk/interface-check';
import { openPage, START } from './page';

const REPORT: InterfaceReport = {
  at: START,
  service: 'https://platform.example',
  calls: 30,
  findings: [{ key: 'paths.trades', verdict: 'holds', says: 'It answers.' }],
  notes: [],
};

it('reads what is known, and checks, each with the token of the page in the header', async () => {
  const { client, gateway } = await openPage();
  gateway.onPut = ({ path }) => ({
    status: 200,
    body: JSON.stringify(path.endsWith('/check') ? REPORT : { callsMax: 52, report: REPORT }),
  });
  expect(await client.interfaceReport()).toEqual({ ok: true, value: { callsMax: 52, report: REPORT } });
  expect(await client.checkInterface()).toEqual({ ok: true, value: REPORT });
  const token = 'token-of-the-page-number-1';
  expect(gateway.puts).toMatchObject([
    { path: '/api/interface', token },
    { path: '/api/interface/check', token },
  ]);
});
