import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { declaredFunctions } from './declared';
import { manualOf } from './manual';

const ROOT = resolve(import.meta.dirname, '../..');

writeFileSync(resolve(ROOT, 'docs/functions.md'), manualOf(await declaredFunctions(ROOT)));
console.log('docs/functions.md is written.');
