import { formatAbsolute } from '../grid/address';
import type { NameInfo } from '../grid/port';
import { missing } from '../wire/failure';
import { type Book, findNamed, sheetName } from './book';
import { type Args, Handle, type Kind } from './kind';

function findName(book: Book, name: string): NameInfo | null {
  const wanted = name.toLowerCase();
  return book.grid.names.all().find((known) => known.name.toLowerCase() === wanted) ?? null;
}

export function namesKind(book: Book): Kind<string | null> {
  const kind = nameKind(book);
  const found = (key: string): Handle => Handle.of(kind, findName(book, key)?.name ?? missing(`name ${key}`));
  return {
    name: 'NamedItemCollection',
    items: () => book.grid.names.all().map(({ name }) => Handle.of(kind, name)),
    item: (_, key) => found(key),
    methods: {
      Add: (sheet, args) => Handle.of(kind, addName(book, sheet, args)),
      GetItem: (_, args) => found(args.text(0)),
      GetItemOrNullObject: (_, args) => {
        const known = findName(book, args.text(0));
        return known && Handle.of(kind, known.name);
      },
      GetCount: () => book.grid.names.all().length,
    },
  };
}

function addName(book: Book, sheet: string | null, args: Args): string {
  const name = args.text(0);
  const given = args.at(1);
  const rect = given instanceof Handle ? given.rect : null;
  const formula = rect ? formatAbsolute(rect, sheetName(book.grid, rect.sheet)) : args.text(1);
  book.grid.names.add({ name, formula, sheet });
  return name;
}

function nameKind(book: Book): Kind<string> {
  const info = (name: string): NameInfo => findName(book, name) ?? missing(`name ${name}`);
  return {
    name: 'NamedItem',
    identity: (name) => ({ _Id: name }),
    properties: {
      Name: { get: (name) => name },
      Formula: { get: (name) => `=${info(name).formula.replace(/^=/, '')}` },
      Value: { get: (name) => info(name).formula },
      Type: { get: () => 'Range' },
      Scope: { get: (name) => (info(name).sheet === null ? 'Workbook' : 'Worksheet') },
    },
    methods: {
      GetRange: (name) => book.range(findNamed(book.grid, name) ?? missing(`the range of ${name}`)),
      GetRangeOrNullObject: (name) => {
        const rect = findNamed(book.grid, name);
        return rect && book.range(rect);
      },
      Delete: (name) => book.grid.names.remove(name),
    },
  };
}
