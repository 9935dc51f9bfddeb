import type { Content, SheetPlan } from '../excel/insertion';
import { AMBER, NOTE, RED } from './cell-formats';

/** The desk tells each minute, and a sheet may calculate late. */
const MINUTES_MAX = 3;
/** A price of this age is delayed: the pane has an empty ring beside it. */
const LATE_S = 120;
const WHITE = '#ffffff';
const FADED = '#666d75';
export const NOT_LIVE = 'NOT LIVE';
/** Where no price is on the way. */
const NO_PRICES = 'no prices';
/** Until the first values have come. */
export const LOADING = 'loading';
/** For what is compared and not read: the cell looks empty, with white letters also where such a format is not known. */
const UNSEEN = ';;;';
/**
 * A shared or sent sheet says whether its prices are the simulator's, and when the desk was last heard. It goes by nothing that Excel calculates
 * anew by itself, so that an Excel without the add-in keeps its text. By the cell that the word goes by it says whether that was the end: the
 * minute that is not over yet is none in which the desk is heard.
 */
const told = (clock: string): string =>
  `=DESK.STATUS("environment")&IF(ISNA(${clock}),", heard until ",", last heard ")&DESK.STATUS("told-time")`;

interface Places {
  /** The cell with the word, and that with the environment and the time when the desk last kept the workbook up to date, by its clocks. */
  readonly word: string;
  readonly toldAt: string;
  /** The same time by this computer's clock, which NOW() goes by; an error while the desk is cut off. Nobody sees it. */
  readonly clock: string;
  /** What the desk fills; none of it may go by the word. */
  readonly awaited: string;
  /** What shows prices or results. */
  readonly blocks: readonly string[];
  /** Whether they need the add-in alone: they are right while it says itself that the desk is away. */
  readonly isLocal?: true;
  /** The ages in seconds of its prices, and where it says how old the oldest is. */
  readonly ages?: { readonly area: string; readonly says: string };
  /** Whether what is shown is all there is: the formula that says it, an unseen cell for that, and where its sentence stands without the word. */
  readonly completeness?: { readonly cell: string; readonly formula: string; readonly says: string };
}

const fixed = (cell: string): string => `$${cell.charAt(0)}$${cell.slice(1)}`;

/** "Only trades read so far" of "incomplete: only trades read so far": the word itself stands in a cell of its own, as "loading" does. */
const afterWord = (cell: string): string =>
  `=IFERROR(UPPER(MID(${cell},FIND(": ",${cell})+2,1))&MID(${cell},FIND(": ",${cell})+3,255),IF(${isWaiting(cell)},"",${cell}))`;

/** By the ages alone: a row in error, or one that waits for its price, neither hides the others nor makes them old. The word and the sentence go by it alike. */
const oldestOf = (ages: string): string => `MAX(IFERROR(${ages},0))`;

/** How old the oldest price is: quiet ones wait their turn while calls are saved. */
const oldestInWords = (ages: string): string => {
  const oldest = oldestOf(ages);
  return `=IFERROR(IF(COUNT(${ages})=0,"",IF(${oldest}<${LATE_S},"Prices up to "&${oldest}&" s old.","Prices up to "&INT(${oldest}/60)+1&" min old.")),"")`;
};

/** A price of such an age in seconds looks no fresher than one of a sheet that is not live. */
export const lateBy = (age: string) =>
  ({
    formula: `=IF(ISNUMBER(${age}),${age}>=${LATE_S},FALSE)`,
    colour: FADED,
    bold: false,
    italic: true,
  }) as const;

/** The line under the title: while nobody is signed in it says where to, and else what the sheet is. */
export const unlessSignedOut = (text: string): string =>
  `=IF(IFERROR(DESK.STATUS("signed-in"),TRUE),"${text}","Sign in on the pane.")`;

/** Whether cells wait for their first value, as #GETTING_DATA (8) or #BUSY!, which has a later number or none; the other errors up to 14 are results. */
export const isWaiting = (cells: string): string =>
  `IFERROR((ERROR.TYPE(${cells})=8)+(ERROR.TYPE(${cells})>14),ISERROR(${cells}))`;

/** Whether the cell waits for its first value, or is drawn before it is calculated at all: that is no alarm. */
const isToCome = (cell: string): string => `OR(${isWaiting(cell)},IFERROR(${cell}="",FALSE))`;

/** Of a sheet that reads no prices: what is not live, and what of it still works. An error of the clock is the desk's word, so that its functions run. */
export const notLiveHere = (word: string, clock: string): string =>
  `=IF(${word}<>"${NOT_LIVE}","",IF(ISNA(${clock}),"Not live: the prices of the other sheets. The results here follow what you type.","Not live: the results here stay as they are, whatever is typed."))`;

/**
 * Says from Excel's own clock whether a sheet is live, and at once when the desk tells that it is cut off. With the desk gone, or in an
 * Excel without the add-in, cells keep their last values and nobody is left to say so. Where Excel does not calculate either, the alerts
 * say it as soon as it draws the cells. Live is said of prices that come within two minutes; of others it says delayed, as traders do, and
 * before the first one that there are none. A sheet that is computed in place says nothing while it is right.
 */
export function liveMark({ word, toldAt, clock, awaited, blocks, isLocal, ages, completeness }: Places): Pick<
  SheetPlan,
  'alerts' | 'formats' | 'looks'
> & {
  readonly contents: readonly (readonly [string, readonly (readonly Content[])[]])[];
} {
  const at = fixed(clock);
  const ageIs = (comparison: string, otherwise: string): string =>
    `IFERROR(AND(${at}<>"",ABS(NOW()-${at})${comparison}${MINUTES_MAX}/1440),${otherwise})`;
  const isLoading = isToCome(at);
  const isOld = `=${ageIs('>', isLocal ? `NOT(OR(ISNA(${at}),${isLoading}))` : `NOT(${isLoading})`)}`;
  const isWhole = completeness && `IFERROR(LEFT(${fixed(completeness.cell)},9)="complete:",FALSE)`;
  const prompt = ages
    ? `IF(COUNT(${ages.area})=0,"${NO_PRICES}",IF(${oldestOf(ages.area)}<${LATE_S},"live","delayed"))`
    : '"live"';
  const live = isWhole ? `IF(${isWhole},"live","incomplete")` : isLocal ? '""' : prompt;
  // One row that comes later says itself that it is loading: the others have their prices.
  const isNew = `SUMPRODUCT(--${isWaiting(awaited)})>0`;
  const unlessLoading = `IF(${ages ? `AND(${isNew},COUNT(${ages.area})=0)` : isNew},"${LOADING}",${live})`;
  return {
    formats: [[clock, UNSEEN], ...(completeness ? [[completeness.cell, UNSEEN] as const] : [])],
    contents: [
      [word, [[`=IF(${ageIs('<=', 'FALSE')},${unlessLoading},IF(${isLoading},"${LOADING}","${NOT_LIVE}"))`]]],
      ...(isLocal ? [] : [[toldAt, [[told(at)]]] as const]),
      [clock, [['=DESK.STATUS("told-at")']]],
      ...(ages ? [[ages.says, [[oldestInWords(ages.area)]]] as const] : []),
      ...(completeness
        ? ([
            [completeness.cell, [[completeness.formula]]],
            [completeness.says, [[afterWord(fixed(completeness.cell))]]],
          ] as const)
        : []),
    ],
    looks: [
      [word, { bold: true, align: 'Right' }],
      [toldAt, { ...NOTE, align: 'Left' }],
      [clock, { colour: WHITE }],
      ...(ages ? [[ages.says, { ...NOTE, align: 'Left' }] as const] : []),
      ...(completeness
        ? ([
            [completeness.cell, { colour: WHITE }],
            [completeness.says, { ...NOTE, align: 'Left' }],
          ] as const)
        : []),
    ],
    // Of two that are true the later one shows: nothing outdoes that a sheet is not live.
    alerts: [
      ...(ages ? [[word, { formula: `=${fixed(word)}="delayed"`, colour: AMBER }] as const] : []),
      ...(completeness
        ? [
            [
              word,
              {
                formula: `=NOT(OR(${isWhole},${isToCome(fixed(completeness.cell))}))`,
                fill: AMBER,
                colour: WHITE,
              },
            ] as const,
          ]
        : []),
      [word, { formula: `=${ageIs('>', `NOT(${isLoading})`)}`, fill: RED, colour: WHITE, shows: NOT_LIVE }],
      ...blocks.map((area) => [area, { formula: isOld, colour: FADED, bold: false, italic: true }] as const),
    ],
  };
}
