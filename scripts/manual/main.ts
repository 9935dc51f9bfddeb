import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { declaredFunctions } from './declared';
import { manualOf } from './manual';
import { settingsPage } from './settings-page';

const ROOT = resolve(import.meta.dirname, '../..');

writeFileSync(resolve(ROOT, 'docs/functions.md'), manualOf(await declaredFunctions(ROOT)));
writeFileSync(resolve(ROOT, 'docs/settings.md'), settingsPage());
console.log('docs/functions.md and docs/settings.md are written.');
