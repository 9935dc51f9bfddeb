import {
  curveOf,
  overlap,
  reachOf,
  stripOf,
  type CurvePiece,
  type Weighing,
} from '../../domain/delivery/curve';
import { hoursBetween, type Days } from '../../domain/delivery/hours';
import { loadNamed } from '../../domain/delivery/load';
import type { NamedDelivery } from '../../domain/delivery/named-deliveries';
import { offpeakPrice, type PricedHours } from '../../domain/delivery/offpeak';
import { isoDay, MONTHS } from '../../domain/delivery/periods';
import { periodText } from '../../domain/delivery/product';
import { shapeNote, shapeOf } from '../../domain/delivery/shape';
import { failed, type Failure } from '../../domain/failure';
import { cellsOf } from '../cells/ranges';
import { daysOf, orRefuse, refuse, type GivenMarks } from './delivery-arguments';
import {
  agreed,
  inArgument,
  inMarks,
  inText,
  sameLoad,
  weighingOf,
  type NamedWeighing,
} from './delivery-legs';

export interface NotedCurve {
  readonly curve: readonly CurvePiece[];
  /** From which wider marks the price of a period is taken flat. */
  readonly noteOf: (period: Days) => string;
}

export function notedCurve({ marks, unpriced }: GivenMarks, weighing: Weighing): NotedCurve {
  const curve = orRefuse(curveOf(marks, weighing, unpriced));
  const flat = shapeOf(marks, weighing);
  return { curve, noteOf: (period) => shapeNote(period, flat(period)) };
}

/** The prices of periods of one load in one market. */
export interface StripPrices {
  readonly weighing: NamedWeighing;
  /** Refused where there is no price; the note says from which wider marks it is taken flat. */
  readonly of: (days: Days) => PricedHours & { readonly note: string };
}

interface Arguments {
  readonly load: unknown;
  readonly market: unknown;
}

/** By the curve of these marks, which are all of one load. */
function pricesByCurve(marks: GivenMarks, given: Arguments): StripPrices {
  const weighing = weighingOf(given, marks);
  const isWhole = curveOf(marks.marks, weighing, marks.unpriced).ok;
  const whole = isWhole ? notedCurve(marks, weighing) : undefined;
  return {
    weighing,
    of: (days) => {
      const { curve, noteOf } = whole ?? notedCurve(marksAround(days, marks), weighing);
      const strip = stripOf(curve, days, weighing);
      const priced = orRefuse(strip.ok ? strip : failed(withDates(strip.failure, marks)));
      return { ...priced, note: noteOf(days) };
    },
  };
}

/** Where marks contradict each other, a period that has nothing to do with them keeps its price. */
function marksAround(days: Days, given: GivenMarks): GivenMarks {
  const { marks, unpriced } = given;
  const reach = reachOf(days, [...marks, ...unpriced]);
  const isNear = (mark: Days): boolean => overlap(mark, reach);
  return { ...given, marks: marks.filter(isNear), unpriced: unpriced.filter(isNear) };
}

const OFFPEAK = 'offpeak';

/**
 * What a delivery is priced by. Where each mark names base or peak, and some name either, base and peak have their own marks each, off-peak
 * has both, and the delivery has to say its load; any other marks are of one load.
 */
export function pricesOf(
  marks: GivenMarks,
  { load, market }: Arguments,
): (cell: unknown, delivery: NamedDelivery) => StripPrices {
  const [ofBase, ofPeak] = [marksOfLoad(marks, 'base'), marksOfLoad(marks, 'peak')];
  const areBoth = ofBase.marks.length > 0 && ofPeak.marks.length > 0;
  if (!areBoth || ofBase.named.length + ofPeak.named.length < marks.named.length) {
    const prices = pricesByCurve(marks, { load, market });
    return () => prices;
  }
  agreed('market', inMarks('market', marks));
  const [base, peak] = [
    pricesByCurve(ofBase, { load: undefined, market }),
    pricesByCurve(ofPeak, { load: undefined, market }),
  ];
  const all = [base, peak, offpeakOf(base, peak)];
  const said = inArgument('load', cellsOf(load)[0]);
  return (cell, delivery) => {
    const wanted = agreed('load', [...said, ...inText('load', cell, delivery)]);
    const prices =
      wanted === undefined ? undefined : all.find(({ weighing }) => sameLoad(weighing.names.load, wanted));
    return (
      prices ?? refuse('These prices are of base and of peak.', 'Say base, peak or offpeak of the product.')
    );
  };
}

function offpeakOf(base: StripPrices, peak: StripPrices): StripPrices {
  const { market, names } = base.weighing;
  return {
    weighing: { market, load: orRefuse(loadNamed(OFFPEAK, market)), names: { ...names, load: OFFPEAK } },
    of: (days) => {
      const whole = base.of(days);
      if (hoursBetween(days, peak.weighing.load, market) === 0) return whole;
      const part = peak.of(days);
      const price =
        offpeakPrice(whole, part) ?? refuse('This period has no off-peak hours.', 'Take another one.');
      const notes = new Set([whole.note, part.note].filter(Boolean));
      return { price, hours: whole.hours - part.hours, note: [...notes].join(' ') };
    },
  };
}

/** The marks whose text says this load. */
function marksOfLoad({ named, dated }: GivenMarks, load: string): GivenMarks {
  const own = named.filter(({ delivery }) => delivery.load !== undefined && sameLoad(delivery.load, load));
  const periods = own.map(({ delivery, price }) => ({ days: daysOf(delivery.product), price }));
  return {
    named: own,
    marks: periods.flatMap(({ days, price }) => (price === undefined ? [] : [{ ...days, price }])),
    unpriced: periods.flatMap(({ days, price }) => (price === undefined ? [days] : [])),
    dated,
  };
}

/** Excel makes a date of "Dec-26", the first day of that month or the 26th of one, and a date is a single day. */
function withDates(failure: Failure, { dated: [first] }: GivenMarks): Failure {
  if (first === undefined) return failure;
  const [year = '', month = '', day = ''] = isoDay(first).split('-');
  const typed = `${MONTHS[Number(month) - 1] ?? ''}-${day === '01' ? year.slice(2) : day}`;
  return {
    ...failure,
    next: `A mark is the date ${periodText(isoDay(first), isoDay(first)) ?? ''}, one day alone: type '${typed} for the month.`,
  };
}
