import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawn, MARKS } from './marks';
import { pngOf } from './png';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMAND_SIZES_PX = [16, 32, 80];
// The add-in dialog shows the product's own mark at 32 px, and at 64 px on dense screens.
const PRODUCT_SIZES_PX = [...COMMAND_SIZES_PX, 64];

for (const [name, mark] of Object.entries(MARKS)) {
  for (const sizePx of name === 'desk' ? PRODUCT_SIZES_PX : COMMAND_SIZES_PX) {
    writeFileSync(resolve(ROOT, `assets/${name}-${sizePx}.png`), pngOf(drawn(mark, sizePx)));
  }
}
