import type { AcceptedWarning, ActionBody, SentPrice } from '../../domain/action';
import { saysTheSame } from '../../domain/bulk/difference';
import type { Failure } from '../../domain/failure';
import { preTradeCheck, type PreTrade } from '../../domain/limits/check';
import {
  findingsIn,
  type Beside,
  type Findings,
  type Finding as LimitFinding,
} from '../../domain/limits/finding';
import type { DeskLimits } from '../../domain/limits/limits';
import { newRequestCheck } from '../../domain/limits/new-request-check';
import type { NewRequest } from '../../domain/new-request';
import { acceptanceOf, isCovered } from '../../domain/limits/accepted-warnings';
import type { LiveQuote } from '../../domain/own-offers';
import { present } from '../../domain/present';
import type { Price } from '../../domain/price';
import type { Quantity } from '../../domain/quantity';
import { isPart, liveBeyond, quantityProblem, wholeOf } from '../../domain/quantity-problem';
import type { Request } from '../../domain/request';
import type { Formatters } from '../ui/formatters';
import type { ParsedInput } from '../ui/parsed-input';
import { liveInWords } from '../ui/text/own-offer-text';
import { leftInWords, withUnit } from '../ui/text/request-text';

/** `block`: it is not sent, whatever is pressed. `warn`: a person has to tick it. `note`: worth reading, or not checked. */
export type FindingLevel = 'block' | 'warn' | 'note';

/** One result of the check before an offer or an acceptance is sent. */
export interface Finding {
  readonly level: FindingLevel;
  /** The field that it stands beside: an index among the prices, the net price of a spread where that is typed, the quantity, or all of them. */
  readonly field: number | 'net' | 'quantity' | 'whole';
  readonly code: string;
  readonly text: string;
  /** Subject, where one code can occur several times, such as "leg 2" or "MW". */
  readonly about?: string;
  /** What a tick of it confirms; warnings of the limits alone have it. */
  readonly accepts?: AcceptedWarning;
  /** Of an acceptance that is not the best one: by how much in price, and than what. */
  readonly worse?: { readonly by: string; readonly than: Beside };
}

/** The limits of this desk, applied to an action. */
export type LimitsOf = (body: ActionBody) => readonly Finding[];

/**
 * What the limits of this desk say to an action: the same check that the gateway makes once more before sending. Blocks
 * come first. The warnings that were ticked go with the press as `accepted`.
 */
export function limitFindings(
  body: ActionBody,
  seen: PreTrade,
  { limits, failure, own }: Pick<DeskLimits, 'limits' | 'failure' | 'own'>,
): Finding[] {
  if (failure) return [unreadLimits(failure)];
  return listed(preTradeCheck(body, seen, limits, own));
}

/** The same of a new request. Until the levels are known its size is not held to any; the gateway checks once more in any case. */
export function newRequestFindings(
  request: NewRequest,
  seen: Parameters<typeof newRequestCheck>[1],
  desk: Pick<DeskLimits, 'limits' | 'failure' | 'own'> | undefined,
): Finding[] {
  if (desk?.failure) return [unreadLimits(desk.failure)];
  return listed(newRequestCheck(request, seen, desk?.limits ?? { volume: [] }, desk?.own));
}

const unreadLimits = ({ message, next }: Failure): Finding => ({
  level: 'block',
  field: 'whole',
  code: 'unread',
  text: `${message} ${next}`,
});

/** The findings for which the gateway did not send an action; empty for every other failure. */
export function findingsOf(failure: Failure | undefined): Finding[] {
  const found = failure && findingsIn(failure);
  return found ? listed({ ...found, notChecked: [] }) : [];
}

const listed = ({ blocks, warnings, notChecked }: Findings): Finding[] => [
  ...blocks.map(as('block')),
  ...warnings.map(as('warn')),
  ...notChecked.map(as('note')),
];

const as =
  (level: FindingLevel) =>
  ({ code, message, about, size, leg, beside }: LimitFinding): Finding => ({
    level,
    field: leg ?? 'whole',
    code,
    text: message,
    ...present({ about }),
    ...(code === 'worse-than-best' && size && beside && { worse: { by: size, than: beside } }),
    ...(level === 'warn' && { accepts: acceptanceOf({ code, ...present({ about, size }) }) }),
  });

/** The warnings that a person has to tick, each as large as it is shown. */
export const warningsIn = (findings: readonly Finding[]): AcceptedWarning[] => [
  ...new Map(
    findings.flatMap(({ accepts }) => (accepts ? [[JSON.stringify(accepts), accepts]] : [])),
  ).values(),
];

/** Whether every warning of the limits was ticked as large as it is now, or larger. */
export const allTicked = (findings: readonly Finding[], ticked: readonly AcceptedWarning[]): boolean =>
  findings.every(({ accepts }) => accepts === undefined || isCovered(accepts, ticked));

/** Checks of an offer as a whole that its prices answer for, and those that its quantity does. */
const OF_PRICES: ReadonlySet<string> = new Set([
  'best-price',
  'last-price',
  'through-market',
  'nearest-trade',
  'sign-flip',
  'factor-of-ten',
  'no-reference',
]);
const OF_QUANTITY: ReadonlySet<string> = new Set([
  'volume',
  'volume-day',
  'notional',
  'notional-day',
  'leg-quantity',
]);

/** Whether something blocks that this field answers for, beside it or among the checks of the whole offer. */
export const isWrong = (findings: readonly Finding[], where: number | 'net' | 'quantity'): boolean =>
  findings.some(
    ({ level, field, code }) =>
      level === 'block' &&
      (field === where || (field === 'whole' && (where === 'quantity' ? OF_QUANTITY : OF_PRICES).has(code))),
  );

/** What blocks. `marked`: some field answers for it, and is marked as wrong. */
export function blocksIn(findings: readonly Finding[]): { readonly count: number; readonly marked: boolean } {
  const blocks = findings.filter(({ level }) => level === 'block');
  const isMarked = ({ field, code }: Finding): boolean =>
    field !== 'whole' || OF_PRICES.has(code) || OF_QUANTITY.has(code);
  return { count: blocks.length, marked: blocks.some(isMarked) };
}

/** An offer as it is typed. */
interface TypedOffer {
  readonly prices: readonly ParsedInput<Price>[];
  readonly net?: ParsedInput<Price>;
  readonly quantity: ParsedInput<Quantity>;
}

/** How the typed numbers were read, and the quantity against the request, each beside its field. */
export function typedFindings(
  request: Request,
  { prices, net, quantity }: TypedOffer,
  formatters: Formatters,
): Finding[] {
  return [
    ...(net ? readFindings(net, 'net') : []),
    ...prices.flatMap(readFindings),
    ...quantityFindings(request, quantity, formatters),
  ];
}

/** The same findings, those of a leg without a price field of its own beside all fields. */
export const besideFields = (findings: readonly Finding[], fields: number): Finding[] =>
  findings.map((finding) =>
    typeof finding.field === 'number' && finding.field >= fields ? { ...finding, field: 'whole' } : finding,
  );

function readFindings(price: ParsedInput<Price>, field: number | 'net'): Finding[] {
  if (price.kind === 'refused') return [{ level: 'block', field, code: 'written', text: price.why }];
  if (price.kind === 'empty' || price.note === undefined) return [];
  return [{ level: 'note', field, code: 'sign', text: price.note }];
}

function quantityFindings(
  request: Request,
  quantity: ParsedInput<Quantity>,
  formatters: Formatters,
): Finding[] {
  const found = (level: FindingLevel, code: string, text: string): Finding[] => [
    { level, field: 'quantity', code, text },
  ];
  if (quantity.kind === 'refused') return found('block', 'quantity', quantity.why);
  if (quantity.kind === 'empty') return [];
  const tooMuch = quantityProblem(request, quantity.value);
  if (tooMuch !== undefined) return found('block', 'quantity', tooMuch);
  const most = wholeOf(request);
  if (most === undefined || !isPart(request, quantity.value)) return [];
  const left = leftInWords(request, formatters);
  const asked = left ?? withUnit(formatters.quantity(most), request.legs[0]?.quantityUnit);
  return request.allOrNone
    ? found('block', 'quantity', `The request asks for all or none: ${asked}.`)
    : found('note', 'part', `Less than ${left === undefined ? 'was asked for' : 'is left'} (${asked}).`);
}

interface Terms {
  readonly price: SentPrice;
  readonly quantity: Quantity;
  readonly allOrNone: boolean;
}

/** Whether a quote that would take the place of the live one changes nothing. */
export const isUnchanged = ([only, second]: readonly LiveQuote[], terms: Terms): boolean =>
  only !== undefined && !second && saysTheSame(only, terms);

/** A quote that stands beside others of this desk that are live on its side has to be ticked. */
export function besideFindings(
  request: Request,
  { terms, live, formatters }: { terms: Terms; live: readonly LiveQuote[]; formatters: Formatters },
): Finding[] {
  if (live.length === 0) return [];
  const found = (code: string, text: string): Finding => ({ level: 'warn', field: 'whole', code, text });
  const unit = request.legs[0]?.quantityUnit;
  const stays = live.length > 1 ? 'stay' : 'stays';
  const beside = `A second quote: your ${liveInWords(live, { unit, formatters })} ${stays} live beside it.`;
  const more = moreLive(request, { live, quantity: terms.quantity, formatters });
  return [found('second-quote', beside), ...(more === undefined ? [] : [found('more-live', more)])];
}

function moreLive(
  request: Request,
  { live, quantity, formatters }: { live: readonly LiveQuote[]; quantity: Quantity; formatters: Formatters },
): string | undefined {
  const beyond = liveBeyond(request, live, quantity);
  if (!beyond) return undefined;
  const { together } = beyond;
  const whole = wholeOf(request);
  if (together === undefined || whole === undefined) return 'The total live quantity is not known.';
  const unit = request.legs[0]?.quantityUnit;
  const wants = leftInWords(request, formatters) ?? withUnit(formatters.quantity(whole), unit);
  const would = withUnit(formatters.quantity(together), unit);
  return `More live than the request wants: ${would} together, for ${wants}. All of it may be taken.`;
}
