import type { Content, SheetPlan } from '../excel/insertion';
import { NOTE } from './cell-formats';

/** As long as a desk that is cut off counts as told (functions/formulas/desk.ts). */
const MINUTES_MAX = 3;
const RED = '#c50f1f';
const WHITE = '#ffffff';
const FADED = '#8a9097';
const NOT_LIVE = 'NOT LIVE';
/** With the day of the week, so that yesterday does not look like today. */
const TOLD_AT = 'ddd hh:mm';

interface Places {
  /** The cell with the word, and that with the time when the desk last kept the workbook up to date. */
  readonly word: string;
  readonly toldAt: string;
  /** What shows prices or results. */
  readonly blocks: readonly string[];
}

/**
 * Says from Excel's own clock whether a sheet is live. With the desk gone, or in an Excel without the add-in, cells keep their last
 * values and nobody is left to say so. Where Excel does not calculate either, the alerts say it as soon as it draws the cells.
 */
export function liveMark({ word, toldAt, blocks }: Places): Pick<
  SheetPlan,
  'alerts' | 'formats' | 'looks'
> & {
  readonly contents: readonly (readonly [string, readonly (readonly Content[])[]])[];
} {
  const at = `$${toldAt.charAt(0)}$${toldAt.slice(1)}`;
  const ageIs = (comparison: string, otherwise: string): string =>
    `IFERROR(ABS(NOW()-${at})${comparison}${MINUTES_MAX}/1440,${otherwise})`;
  const isOld = `=${ageIs('>', 'TRUE')}`;
  return {
    formats: [[toldAt, TOLD_AT]],
    contents: [
      [word, [[`=IF(${ageIs('<=', 'FALSE')},"live","${NOT_LIVE}")`]]],
      [toldAt, [['=DESK.STATUS("told-at")']]],
    ],
    looks: [
      [word, { bold: true, align: 'Right' }],
      [toldAt, { ...NOTE, align: 'Left' }],
    ],
    alerts: [
      [word, { formula: isOld, fill: RED, colour: WHITE, shows: NOT_LIVE }],
      ...blocks.map((area) => [area, { formula: isOld, colour: FADED, struck: true }] as const),
    ],
  };
}
