import type { AcceptedWarning, SentPrice } from '../../domain/action';
import { saysTheSame } from '../../domain/bulk/difference';
import { acceptanceOf } from '../../domain/limits/ticks';
import { liveTogether, type LiveQuote } from '../../domain/own-offers';
import type { Price } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { quantityProblem } from '../../domain/quantity-problem';
import { quantityLeft, type Request } from '../../domain/request';
import type { LimitFinding } from '../app/limit-findings';
import type { Formatters } from '../ui/formatters';
import type { ParsedInput } from '../ui/parsed-input';
import { liveInWords } from '../ui/text/own-offer-text';
import { leftInWords, withUnit } from '../ui/text/request-text';
import { comparedDecimals } from '../../domain/decimal';

/** `block`: nothing can be sent. `warn`: a person has to tick it. `note`: worth reading, in no one's way. */
export type FindingLevel = 'block' | 'warn' | 'note';

/** One thing that there is to say about what is typed. */
export interface Finding {
  readonly level: FindingLevel;
  /** The field that it stands beside: an index among the prices, the quantity, or all of them. */
  readonly field: number | 'quantity' | 'whole';
  readonly code: string;
  readonly text: string;
  /** What a tick of it confirms; warnings alone have it. */
  readonly accepts?: AcceptedWarning;
}

/** What is typed, as far as it is read. */
interface Typed {
  readonly prices: readonly ParsedInput<Price>[];
  readonly quantity: ParsedInput<Quantity>;
}

/** Everything that there is to say about what is typed, each once and beside its field: how it is read, then what the limits say. */
export function ticketFindings(
  request: Request,
  { prices, quantity }: Typed,
  { limited, formatters }: { limited: readonly LimitFinding[]; formatters: Formatters },
): Finding[] {
  return [
    ...prices.flatMap(readFindings),
    ...quantityFindings(request, quantity, formatters),
    ...limited.map(({ level, text, leg, ...limit }): Finding => {
      const field = leg !== undefined && leg < prices.length ? leg : 'whole';
      const accepts = level === 'warn' && { accepts: acceptanceOf(limit) };
      return { level, field, code: limit.code, text, ...accepts };
    }),
  ];
}

function readFindings(price: ParsedInput<Price>, field: number): Finding[] {
  if (price.kind === 'refused') return [{ level: 'block', field, code: 'written', text: price.why }];
  if (price.kind === 'empty' || price.note === undefined) return [];
  return [{ level: 'note', field, code: 'sign', text: price.note }];
}

function quantityFindings(
  request: Request,
  quantity: ParsedInput<Quantity>,
  formatters: Formatters,
): Finding[] {
  const found = (level: Finding['level'], code: string, text: string): Finding[] => [
    { level, field: 'quantity', code, text },
  ];
  if (quantity.kind === 'refused') return found('block', 'quantity', quantity.why);
  if (quantity.kind === 'empty') return [];
  const read = quantity.note === undefined ? [] : found('note', 'sign', quantity.note);
  const tooMuch = quantityProblem(request, quantity.value);
  if (tooMuch !== undefined) return [...read, ...found('block', 'quantity', tooMuch)];
  const leg = request.legs[0];
  const most = quantityLeft(request) ?? leg?.quantity;
  if (most === undefined || comparedDecimals(quantity.value, most) === 0) return read;
  const left = leftInWords(request, formatters);
  const asked = left ?? withUnit(formatters.quantity(most), leg?.quantityUnit);
  return request.allOrNone
    ? [...read, ...found('block', 'quantity', `The request asks for all or none: ${asked}.`)]
    : [
        ...read,
        ...found('note', 'part', `Less than ${left === undefined ? 'was asked for' : 'is left'} (${asked}).`),
      ];
}

/**
 * What there is to say of a quote while others of the desk are live on its side. One that takes their place and says the same
 * changes nothing; one that stands beside them is meant only when it is ticked.
 */
export function liveFindings(
  request: Request,
  {
    draft,
    terms,
    live,
    formatters,
  }: {
    draft: { readonly beside?: true };
    terms: { readonly price: SentPrice; readonly quantity: Quantity; readonly allOrNone: boolean };
    live: readonly LiveQuote[];
    formatters: Formatters;
  },
): Finding[] {
  const [only, second] = live;
  if (!only) return [];
  const found = (level: Finding['level'], code: string, text: string): Finding => ({
    level,
    field: 'whole',
    code,
    text,
  });
  if (!draft.beside) {
    const isSame = !second && saysTheSame(only, terms);
    return isSame ? [found('block', 'same', 'Your live quote already has these terms.')] : [];
  }
  const unit = request.legs[0]?.quantityUnit;
  const stays = second ? 'stay' : 'stays';
  const beside = `A second quote: your ${liveInWords(live, { unit, formatters })} ${stays} live beside it.`;
  return [
    found('warn', 'second-quote', beside),
    ...tooMuchLive(request, { live, quantity: terms.quantity, formatters }).map((text) =>
      found('warn', 'more-live', text),
    ),
  ];
}

function tooMuchLive(
  request: Request,
  { live, quantity, formatters }: { live: readonly LiveQuote[]; quantity: Quantity; formatters: Formatters },
): string[] {
  const unit = request.legs[0]?.quantityUnit;
  const left = quantityLeft(request);
  const together = liveTogether(live, quantity);
  if (together === undefined) return ['The total live quantity is not known.'];
  if (left === undefined || comparedDecimals(together, left) <= 0) return [];
  const wants = leftInWords(request, formatters) ?? withUnit(formatters.quantity(left), unit);
  const would = withUnit(formatters.quantity(together), unit);
  return [`More live than the request wants: ${would} together, for ${wants}. All of it may be taken.`];
}
