import { resolve } from 'node:path';
import { wordsOnScreen } from './words';

/** One line each, to be read aloud from top to bottom; `npm run words -- taskpane/bulk` reads a part. */
const [part = ''] = process.argv.slice(2);
for (const { file, line, text } of wordsOnScreen(resolve(import.meta.dirname, '../..')))
  if (file.includes(part)) console.log(`${file}:${line}  ${text}`);
