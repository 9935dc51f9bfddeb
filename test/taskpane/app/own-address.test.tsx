// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { ownAddress } from '../../../src/taskpane/app/file-download';

it.each([
  ['/files/abc?x=1', '/files/abc?x=1'],
  ['https://elsewhere.example/files/abc?x=1', ''],
  ['//elsewhere.example/files/abc', ''],
  ['javascript:alert(1)', ''],
])('what %s leads to is on this gateway', (path, expected) => {
  expect(ownAddress(path)).toBe(`${window.location.origin}${expected}`);
});
