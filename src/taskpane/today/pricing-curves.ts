import { curveOf, stripOf, type Mark, type Weighing } from '../../domain/delivery/curve';
import { dayOf, type Days } from '../../domain/delivery/hours';
import { loadNamed } from '../../domain/delivery/load';
import { marketNamed, marketNames } from '../../domain/delivery/markets';
import { productNamed } from '../../domain/delivery/named-product';
import { calendarPeriods, isoDay } from '../../domain/delivery/periods';
import { productOf } from '../../domain/delivery/product';
import { failed, sentence, success, type Outcome } from '../../domain/failure';
import type { Sheet } from '../excel/sheet';
import { isPricing, marksOn, type WrittenMark } from '../templates/pricing';

/** What a sheet says; of a sheet that there is none, nothing. */
export interface MarksRead {
  readonly sheet?: string;
  readonly marks: readonly WrittenMark[];
}

/** The marks of the Pricing sheet in sight, or else of the last one in the workbook. */
export async function readMarks(sheet: Sheet): Promise<Outcome<MarksRead>> {
  const names = await sheet.sheetNames();
  if (!names.ok) return names;
  const pricing = names.value.filter(isPricing);
  const last = pricing.at(-1);
  if (last === undefined) return success({ marks: [] });
  const active = pricing.length > 1 ? await sheet.activeSheet() : undefined;
  if (active?.ok === false) return active;
  const name = active && pricing.includes(active.value) ? active.value : last;
  const used = await sheet.usedCells(name);
  if (!used.ok) return used;
  const marks = marksOn(used.value);
  return marks ? success({ sheet: name, marks }) : failed(NOT_AS_INSERTED(name));
}

const NOT_AS_INSERTED = (name: string) => ({
  kind: 'not-found' as const,
  message: `The sheet ${name} has no Market, Load, Mark and Price in row 5.`,
  next: 'Undo what moved them, or insert a new sheet Pricing in the room Cells.',
});

export interface NamedMark extends Mark {
  readonly name: string;
}

/** A month and its price; none where the curve has a gap. */
export interface CurveMonth extends Days {
  readonly name: string;
  readonly price?: number;
}

/** The curve of one load in one market, or why there is none. */
export type Curve =
  | { readonly name: string; readonly marks: readonly NamedMark[]; readonly months: readonly CurveMonth[] }
  | { readonly name: string; readonly fault: string };

/** One for each load in each market that has a price, as the sheet puts them together: by the same words in any case. */
export function curvesOf(written: readonly WrittenMark[], today: string): readonly Curve[] {
  const groups = new Map<string, WrittenMark[]>();
  for (const mark of written) {
    const key = JSON.stringify([mark.market.toLowerCase(), mark.load.toLowerCase()]);
    groups.set(key, [...(groups.get(key) ?? []), mark]);
  }
  return [...groups.values()].map((marks) => {
    const name = [marks[0]?.market, marks[0]?.load].join(' ').trim();
    const curve = curveFrom(marks, today);
    return curve.ok ? { name, ...curve.value } : { name, fault: sentence(curve.failure) };
  });
}

interface Solved {
  readonly marks: readonly NamedMark[];
  readonly months: readonly CurveMonth[];
}

/** The numbers of DESK.CURVE by month. */
function curveFrom(written: readonly WrittenMark[], today: string): Outcome<Solved> {
  const weighing = weighingOf(written[0]);
  if (!weighing.ok) return weighing;
  const marks: NamedMark[] = [];
  for (const one of written) {
    const mark = markOf(one, today);
    if (!mark.ok) return mark;
    marks.push(mark.value);
  }
  const curve = curveOf(marks, weighing.value);
  if (!curve.ok) return curve;
  const [first, last] = [curve.value[0]?.first, curve.value.at(-1)?.last];
  const periods = first === undefined || last === undefined ? [] : calendarPeriods({ first, last }, 'month');
  const months = periods.map((days): CurveMonth => {
    const strip = stripOf(curve.value, days, weighing.value);
    const name = productOf(isoDay(days.first), isoDay(days.last))?.name ?? isoDay(days.first);
    return { ...days, name, ...(strip.ok && { price: strip.value.price }) };
  });
  return success({ marks, months });
}

function weighingOf({ market = '', load = '' }: Partial<WrittenMark> = {}): Outcome<Weighing> {
  const named = marketNamed(market);
  if (!named) {
    return invalid(`"${market}" is not a market.`, `Use one of ${marketNames().join(', ')}.`);
  }
  const found = loadNamed(load, named.market);
  return found.ok ? success({ market: named.market, load: found.value }) : found;
}

function markOf({ product, price }: WrittenMark, today: string): Outcome<NamedMark> {
  const named = productNamed(product, today);
  if (!named.ok) return named;
  const { name, start, end } = named.value;
  if (typeof price !== 'number') {
    return invalid(`${product}: "${String(price)}" is not a number.`, 'Enter it as a number, not as text.');
  }
  // Excel's numbers have 15 digits.
  const days = { first: dayOf(start) ?? 0, last: dayOf(end) ?? 0 };
  return success({ ...days, name, price: Number(price.toPrecision(15)) });
}

const invalid = (message: string, next: string) => failed({ kind: 'invalid-argument', message, next });
