import type { Rect } from '../grid/cell';
import type { ConditionalLook } from '../grid/port';
import type { Book } from './book';
import { invalid } from './failure';
import { Handle, type Kind, type Property } from './kind';

/** Looks by a formula. They are drawn, and neither kept in a file nor read again. */
export function conditionalFormatsKind({ grid }: Book): Kind<Rect> {
  return {
    name: 'ConditionalFormatCollection',
    methods: {
      Add: (rect) => Handle.of(CONDITIONAL_FORMAT, grid.conditions.add(rect)),
      ClearAll: (rect) => grid.conditions.clear(rect),
    },
  };
}

const CONDITIONAL_FORMAT: Kind<ConditionalLook> = {
  name: 'ConditionalFormat',
  children: {
    Custom: (look) => Handle.of(CUSTOM_FORMAT, look),
    DataBar: (look) => Handle.of(DATA_BAR, look),
  },
};
/** Bars of full colour from the middle of their cells are all that is drawn. */
const DATA_BAR: Kind<ConditionalLook> = {
  name: 'DataBarConditionalFormat',
  properties: { AxisFormat: toldTo(() => undefined) },
  children: {
    PositiveFormat: (look) =>
      Handle.of(
        {
          name: 'ConditionalDataBarPositiveFormat',
          properties: {
            FillColor: toldTo((color) => look.change({ above: text(color) })),
            GradientFill: toldTo(() => undefined),
          },
        },
        look,
      ),
    NegativeFormat: (look) =>
      Handle.of(
        {
          name: 'ConditionalDataBarNegativeFormat',
          properties: {
            FillColor: toldTo((color) => look.change({ below: text(color) })),
            MatchPositiveFillColor: toldTo(() => undefined),
          },
        },
        look,
      ),
  },
};
const CUSTOM_FORMAT: Kind<ConditionalLook> = {
  name: 'CustomConditionalFormat',
  children: {
    Rule: (look) =>
      Handle.of(
        {
          name: 'ConditionalFormatRule',
          properties: { Formula: toldTo((formula) => look.change({ formula: text(formula) })) },
        },
        look,
      ),
    Format: (look) => Handle.of(CONDITIONAL_RANGE_FORMAT, look),
  },
};
const CONDITIONAL_RANGE_FORMAT: Kind<ConditionalLook> = {
  name: 'ConditionalRangeFormat',
  // A number is drawn in its cell's own format alone.
  properties: { NumberFormat: toldTo(() => undefined) },
  children: {
    Fill: (look) =>
      Handle.of(
        {
          name: 'ConditionalRangeFill',
          properties: { Color: toldTo((color) => look.change({ fill: text(color) })) },
        },
        look,
      ),
    Font: (look) =>
      Handle.of(
        {
          name: 'ConditionalRangeFont',
          properties: {
            Bold: toldTo((bold) => look.change({ bold: bold === true })),
            Color: toldTo((color) => look.change({ color: text(color) })),
            Italic: toldTo((italic) => look.change({ italic: italic === true })),
          },
        },
        look,
      ),
  },
};

const text = (value: unknown): string =>
  typeof value === 'string' ? value : invalid('The format wants a text.');

function toldTo(set: (value: unknown) => void): Property<ConditionalLook> {
  return { get: () => null, set: (_, value) => set(value) };
}
