import type { Rect } from '../grid/cell';
import type { Style } from '../grid/port';
import { invalid } from './failure';
import type { Book } from './book';
import { Handle, type Kind, type Property } from './kind';

const PX_PER_POINT = 4 / 3;

function text(value: unknown): string {
  return typeof value === 'string' ? value : invalid('The format wants a text.');
}
function truth(value: unknown): boolean {
  return typeof value === 'boolean' ? value : invalid('The format wants true or false.');
}
function count(value: unknown): number {
  return typeof value === 'number' && value >= 0
    ? value
    : invalid('The format wants a number that is not negative.');
}

export function formatKind(book: Book): Kind<Rect> {
  const { cells } = book.grid;
  return {
    name: 'RangeFormat',
    properties: {
      ColumnWidth: {
        get: (rect) => cells.columnWidth(rect) / PX_PER_POINT,
        set: (rect, value) => cells.setColumnWidth(rect, count(value) * PX_PER_POINT),
      },
      RowHeight: { set: (rect, value) => cells.setRowHeight(rect, count(value) * PX_PER_POINT) },
      WrapText: style(
        book,
        (value) => ({ wrap: truth(value) }),
        ({ wrap }) => wrap ?? false,
      ),
      HorizontalAlignment: style(
        book,
        (value) => ({ align: text(value) }),
        ({ align }) => align ?? 'General',
      ),
      VerticalAlignment: style(
        book,
        (value) => ({ verticalAlign: text(value) }),
        ({ verticalAlign }) => verticalAlign ?? 'Bottom',
      ),
    },
    children: {
      Fill: (rect) => Handle.of(fillKind(book), rect),
      Font: (rect) => Handle.of(fontKind(book), rect),
    },
    methods: { AutofitColumns: (rect) => cells.fitColumns(rect), AutofitRows: () => undefined },
  };
}

/** A property that is one aspect of the style: written to every cell, read from the first. */
function style(
  book: Book,
  toStyle: (value: unknown) => Style,
  fromStyle: (style: Style) => unknown,
): Property<Rect> {
  const { cells } = book.grid;
  return {
    get: (rect) => fromStyle(cells.style(rect)),
    set: (rect, value) => cells.setStyle(rect, toStyle(value)),
  };
}

function fillKind(book: Book): Kind<Rect> {
  return {
    name: 'RangeFill',
    properties: {
      Color: style(
        book,
        (value) => ({ fill: text(value) }),
        ({ fill }) => fill ?? '',
      ),
    },
    methods: { Clear: (rect) => book.grid.cells.setStyle(rect, { fill: null }) },
  };
}

function fontKind(book: Book): Kind<Rect> {
  const underline = (value: unknown): Style => ({ underline: text(value) !== 'None' });
  return {
    name: 'RangeFont',
    properties: {
      Bold: style(
        book,
        (value) => ({ bold: truth(value) }),
        ({ bold }) => bold ?? false,
      ),
      Italic: style(
        book,
        (value) => ({ italic: truth(value) }),
        ({ italic }) => italic ?? false,
      ),
      Underline: style(book, underline, (now) => (now.underline ? 'Single' : 'None')),
      Color: style(
        book,
        (value) => ({ color: text(value) }),
        ({ color }) => color ?? '#000000',
      ),
      Size: style(
        book,
        (value) => ({ size: count(value) }),
        ({ size }) => size ?? 11,
      ),
    },
  };
}
