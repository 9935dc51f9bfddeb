import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { drawn, MARKS } from '../../scripts/icons/marks';
import { pngOf, pngSize } from '../../scripts/icons/png';

const ASSETS = resolve(import.meta.dirname, '../../assets');

it.each(Object.entries(MARKS))('the icons of %s are what their script draws', (name, mark) => {
  for (const sizePx of [16, 32, 80]) {
    const file = readFileSync(resolve(ASSETS, `${name}-${sizePx}.png`));
    expect(file.equals(pngOf(drawn(mark, sizePx)))).toBe(true);
  }
});

it('a picture says its size, and what is no picture says none', () => {
  expect(pngSize(pngOf({ sizePx: 5, rgba: new Uint8Array(100) }))).toEqual({ widthPx: 5, heightPx: 5 });
  expect(pngSize(Buffer.from('GIF89a and some more bytes than a header has'))).toBeUndefined();
  expect(pngSize(Buffer.alloc(0))).toBeUndefined();
});
