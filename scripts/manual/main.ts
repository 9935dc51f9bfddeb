import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { declaredFunctions } from './declared';
import { noticeOf } from './licences';
import { manualOf } from './manual';
import { peoplePage } from './people-page';
import { profileSchemaText } from './profile-schema';
import { settingsPage } from './settings-page';

const ROOT = resolve(import.meta.dirname, '../..');

writeFileSync(resolve(ROOT, 'docs/functions.md'), manualOf(await declaredFunctions(ROOT)));
writeFileSync(resolve(ROOT, 'docs/settings.md'), settingsPage());
writeFileSync(resolve(ROOT, 'docs/service-profile.schema.json'), await profileSchemaText());
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');
writeFileSync(resolve(ROOT, 'docs/people.md'), peoplePage(read('docs/people.md')));
writeFileSync(resolve(ROOT, 'NOTICE'), noticeOf(read('NOTICE'), JSON.parse(read('package-lock.json'))));
console.log(
  'docs/functions.md, docs/settings.md, docs/people.md, docs/service-profile.schema.json and NOTICE are written.',
);
