import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf, wordsOfMarkup, wordsOnScreen } from '../../scripts/words/words';

const texts = (code: string, file = 'src/taskpane/room.tsx'): string[] =>
  wordsOf(file, code).map(({ text }) => text);

describe('the words of a file', () => {
  it('are its sentences, with an open place where the code fills in', () => {
    expect(texts('const a = `The quote ${id} is gone. Choose another.`;')).toEqual([
      'The quote … is gone. Choose another.',
    ]);
    expect(texts('const a = <p>As shown at {time}, <b>{age}</b> ago.</p>;')).toEqual([
      'As shown at … , … ago.',
    ]);
  });

  it('are single words too where the screen shows them', () => {
    expect(
      texts(`const a = <Button aria-label="Close" className="plain">{open ? 'Hide' : 'Show'}</Button>;`),
    ).toEqual(['Close', 'Hide', 'Show']);
    expect(texts("const KIND_TERMS = { sent: 'sent before' }; const key = 'sent';")).toEqual(['sent before']);
  });

  it('are no styles, types, imports, queries, nor complaints of programmers’ mistakes', () => {
    expect(
      texts(`import a from 'a b c'; type B = 'one thing'; makeStyles({ a: { border: 'solid thin red' } });
      database.prepare('SELECT one thing FROM many'); throw new Error('The page has no place for it.');`),
    ).toEqual([]);
  });

  it('are what the function wizard shows of a declaration', () => {
    const code = '/**\n * The price. Example: =A()\n * @param id Its id.\n */\nfunction best(id: string) {}';
    expect(texts(code, 'src/functions/declarations/a.ts')).toEqual([
      'DESK.BEST: The price. Example: =A()',
      'id: Its id.',
    ]);
  });
});

it('the words of a manifest are its texts, not its addresses', () => {
  const markup = '<a DefaultValue="Open pane"/>\n<b DefaultValue="https://localhost/x"/>';
  expect(wordsOfMarkup('manifest.xml', markup)).toEqual([
    { file: 'manifest.xml', line: 1, text: 'Open pane' },
  ]);
});

it('no text of the screen uses a word that only its makers know', { timeout: 60_000 }, () => {
  const jargon =
    /\barmed\b|\banew\b|\bwhoever\b|\bpaths\.request\b|legs\[\d\]\.(?:market|price)\b(?!.*such as)/i;
  const shown = wordsOnScreen(resolve(import.meta.dirname, '../..')).filter(({ file }) =>
    /^(?:src\/taskpane|src\/client|src\/functions\/(?:cells|declarations)|manifest)/.test(file),
  );
  expect(shown.length).toBeGreaterThan(1_000);
  expect(shown.filter(({ text }) => jargon.test(text))).toEqual([]);
});
