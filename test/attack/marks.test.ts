import { expect, it } from 'vitest';
import { headerFaults } from '../../attack/kinds/answers';
import { throwawayCertificate } from '../../attack/certificate';
import { hostileText, isFormula, STARTS } from '../../attack/hostile-texts';
import { PLANTED, standsIn } from '../../attack/marks';
import { needsToken } from '../../attack/routes';
import { repliesIn } from '../../attack/wire';

const { apiKey, clientSecret } = PLANTED;

it.each([
  ['as it is', (value: string) => `x ${value} y`],
  ['in JSON', (value: string) => JSON.stringify({ a: value })],
  ['in JSON within JSON', (value: string) => JSON.stringify({ a: JSON.stringify({ b: value }) })],
  ['in an address', (value: string) => `?a=${encodeURIComponent(value)}&b`],
  ['in a form', (value: string) => new URLSearchParams({ a: value }).toString()],
  ['in HTML', (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  ['as hexadecimal', (value: string) => Buffer.from(value).toString('hex')],
  ['as base64', (value: string) => Buffer.from(`user:${value}:more`).toString('base64')],
  ['as base64url', (value: string) => Buffer.from(`u:${value}:more`).toString('base64url')],
  ['as UTF-16', (value: string) => Buffer.from(value, 'utf16le').toString('latin1')],
])('finds a secret %s', (_, written) => {
  for (const mark of [apiKey, clientSecret]) {
    expect(standsIn(mark, written(mark.value))).toBe(true);
    expect(standsIn(mark, written('another secret of the same length'))).toBe(false);
  }
});

it('takes every hostile text for a formula, and no number or plain text', () => {
  expect(STARTS.map((_, index) => isFormula(hostileText(index))).filter((is) => !is)).toHaveLength(1);
  expect(["'=1", '-4.25', '-4,25', '0', 'power', 'a=b'].filter(isFormula)).toEqual([]);
});

it('holds a route of tomorrow to a token', () => {
  expect(needsToken({ method: 'GET', url: '/api/of/tomorrow' })).toBe(true);
  expect(needsToken({ method: 'POST', url: '/outside' })).toBe(true);
  expect(needsToken({ method: 'DELETE', url: '/api/health' })).toBe(true);
  expect(needsToken({ method: 'GET', url: '/*' })).toBe(false);
});

it('reads every answer on a line, with length and in chunks', () => {
  const text =
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}' +
    'HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n' +
    'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
  expect(repliesIn(text).map(({ status, body }) => [status, body])).toEqual([
    [200, '{}'],
    [403, 'abcd'],
    [404, ''],
  ]);
});

it('wants Excel on the web, and nobody else, to be able to frame the pane', () => {
  const faults = (ancestors: string) =>
    headerFaults('/taskpane.html', {
      status: 200,
      body: '',
      headers: new Map([
        ['content-type', 'text/html'],
        ['x-content-type-options', 'nosniff'],
        ['referrer-policy', 'no-referrer'],
        ['cross-origin-resource-policy', 'same-origin'],
        ['content-security-policy', `default-src 'self'; frame-ancestors ${ancestors}`],
      ]),
    });
  const excel =
    "'self' https://*.cloud.microsoft https://*.officeapps.live.com https://*.office.com https://*.office365.com " +
    'https://*.microsoft365.com https://*.sharepoint.com https://onedrive.live.com https://teams.microsoft.com';
  expect(faults(excel)).toEqual([]);
  expect(faults(`${excel} https://evil.example`)).toEqual(['others may frame it']);
  expect(faults("'none'").length).toBeGreaterThan(0);
});

it('makes a certificate that Node takes for this machine', async () => {
  const { X509Certificate } = await import('node:crypto');
  const certificate = new X509Certificate(throwawayCertificate(Date.parse('2026-11-20T09:00:00Z')).cert);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkHost('evil.example')).toBeUndefined();
  expect(certificate.verify(certificate.publicKey)).toBe(true);
});
