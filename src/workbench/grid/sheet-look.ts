import { VerticalAlign } from '@univerjs/core';

/** Of every sheet. The grid's letters are wide: 10 points of them are as wide as 11 in Excel, for which the ready-made sheets are. */
export const SHEET_LOOK = {
  defaultRowHeight: 22,
  defaultStyle: { fs: 10, vt: VerticalAlign.MIDDLE },
};
