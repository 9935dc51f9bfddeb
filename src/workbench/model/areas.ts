import { formatAddress } from '../grid/address';
import type { Rect } from '../grid/cell';
import { missing } from '../wire/failure';
import { type Book, sheetName } from './book';
import { Handle, type Kind } from './kind';

/** Several ranges of one sheet, as a person selects them with Ctrl. */
export function areasKind(book: Book): Kind<readonly Rect[]> {
  const address = (rects: readonly Rect[]): string =>
    rects.map((rect) => formatAddress(rect, sheetName(book.grid, rect.sheet))).join(',');
  return {
    name: 'RangeAreas',
    properties: {
      Address: { get: address },
      AddressLocal: { get: address },
      AreaCount: { get: (rects) => rects.length },
      CellCount: { get: (rects) => rects.reduce((sum, { rows, cols }) => sum + rows * cols, 0) },
    },
    children: {
      Areas: (rects) => Handle.of(rangesKind(book), rects),
      Worksheet: ([first]) => book.sheet(first?.sheet ?? missing('worksheet')),
    },
  };
}

function rangesKind(book: Book): Kind<readonly Rect[]> {
  return {
    name: 'RangeCollection',
    items: (rects) => rects.map((rect) => book.range(rect)),
    methods: {
      GetCount: (rects) => rects.length,
      GetItemAt: (rects, args) => book.range(rects[args.number(0)] ?? missing('range')),
    },
  };
}
