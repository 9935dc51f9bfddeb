import type { Mark, Weighing } from './curve';
import { hoursBetween, type Days } from './hours';
import { isoDay } from './periods';
import { periodText } from './product';

/**
 * Which marks a period has its price from flat, because none of them says how their own prices differ from one part to another. Marks
 * fix a period where its first and its last day hang together by them: Q1 and Cal fix the rest of the year, and no quarter of it.
 */
export function shapeOf(
  marks: readonly Mark[],
  { load, market }: Weighing,
): (period: Days) => readonly Mark[] {
  const cuts = [...new Set(marks.flatMap(({ first, last }) => [first, last + 1]))].sort((a, b) => a - b);
  const hasNoHours = (from: number, to: number): boolean =>
    hoursBetween({ first: from, last: to - 1 }, load, market) === 0;
  const above = new Map(cuts.map((cut) => [cut, cut]));
  const topOf = (cut: number): number => {
    const next = above.get(cut) ?? cut;
    return next === cut ? cut : topOf(next);
  };
  const join = (one: number, other: number): void => void above.set(topOf(one), topOf(other));
  for (const { first, last } of marks) join(first, last + 1);
  cuts.forEach((cut, at) => {
    const before = cuts[at - 1];
    if (before !== undefined && hasNoHours(before, cut)) join(before, cut);
  });
  // A day that is no end of a mark counts as one with nothing delivered between them.
  const groupOf = (day: number): number | undefined => {
    if (above.has(day)) return topOf(day);
    const [before, after] = [cuts.findLast((cut) => cut < day), cuts.find((cut) => cut > day)];
    if (before !== undefined && hasNoHours(before, day)) return topOf(before);
    return after !== undefined && hasNoHours(day, after) ? topOf(after) : undefined;
  };
  const isFixed = (from: number, to: number): boolean => {
    const group = groupOf(from);
    return group !== undefined && group === groupOf(to);
  };
  return ({ first, last }) => {
    const ends = [first, ...cuts.filter((cut) => cut > first && cut <= last), last + 1];
    if (isFixed(first, last + 1)) return [];
    const flat = ends.slice(1).flatMap((to, at): Mark[] => {
      const from = ends[at] ?? to;
      return isFixed(from, to) || hasNoHours(from, to)
        ? []
        : shortestAround({ first: from, last: to - 1 }, marks);
    });
    return [...new Set(flat)];
  };
}

function shortestAround({ first, last }: Days, marks: readonly Mark[]): Mark[] {
  const around = marks.filter((mark) => mark.first <= first && mark.last >= last);
  return around.sort((a, b) => a.last - a.first - (b.last - b.first)).slice(0, 1);
}

const nameOf = ({ first, last }: Days): string => periodText(isoDay(first), isoDay(last)) ?? '';

/** "Shape unknown: Q1-27 is flat from Cal-27."; nothing where the marks fix the price. */
export const shapeNote = (period: Days, flat: readonly Days[]): string =>
  flat.length === 0 ? '' : `Shape unknown: ${nameOf(period)} is flat from ${flat.map(nameOf).join(' and ')}.`;
