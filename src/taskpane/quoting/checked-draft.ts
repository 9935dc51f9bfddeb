import { Day, daysOfPeriod } from '../../domain/day';
import { deliveryHours } from '../../domain/delivery/hours';
import { volumesOf, type Delivered } from '../../domain/delivery/notional';
import { noProduct } from '../../domain/delivery/named-product';
import { sentence } from '../../domain/failure';
import { NewRequest, type NewLeg } from '../../domain/new-request';
import { newRequestProblem } from '../../domain/new-request-problem';
import {
  legsOf,
  spreadTypeOf,
  spreadTypesOf,
  swapTypeOf,
  type LegDraft,
  type RequestDraft,
} from '../../domain/request-draft';
import { present } from '../../domain/present';
import type { Formatters } from '../ui/formatters';
import { readQuantity } from '../ui/parsed-input';
import { deliveryInWords, productInWords } from '../../domain/delivery/product-words';
import { contractInWords, withUnit } from '../ui/text/request-text';

/** `missing`: not filled in yet. `wrong`: filled in, and cannot be meant so. `path` names the field as the service does. */
export interface Problem {
  readonly path: string;
  readonly kind: 'missing' | 'wrong';
  readonly text: string;
}

interface CheckedDraft {
  readonly problems: readonly Problem[];
  /** Exactly what a press would send; absent while there are problems. */
  readonly request?: NewRequest;
}

const RECIPIENTS_MAX = 200;
/** How long a name may be; the fields take no more. */
export const NAME_LENGTH_MAX = 100;

/** What the draft says, or field by field what keeps it from being sent. */
export function checkedDraft(draft: RequestDraft): CheckedDraft {
  const legs = legsOf(draft);
  const problems = [
    ...legs.flatMap(legProblems),
    ...spreadProblems(draft, legs),
    ...recipientProblems(draft),
  ];
  if (problems.length > 0) return { problems };
  const request = requestOf(draft, legs);
  const failure = newRequestProblem(request);
  if (!failure) return { problems: [], request };
  const path = failure.fields?.[0]?.path ?? 'legs';
  return { problems: [{ path, kind: 'wrong', text: sentence(failure) }] };
}

/** The first problem in words for the button: where it is, and what to do. */
export function firstProblem(draft: RequestDraft, problems: readonly Problem[]): string | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const index = /^legs\[(\d)\]/.exec(first.path)?.[1];
  return index === undefined ? first.text : `${legTitle(draft, Number(index))}: ${first.text}`;
}

const missing = (path: string, text: string): Problem => ({ path, kind: 'missing', text });
const wrong = (path: string, text: string): Problem => ({ path, kind: 'wrong', text });

/** Legs that are filled in and do not differ make no spread; where they leave its kind open, a person says it. */
function spreadProblems(draft: RequestDraft, legs: readonly LegDraft[]): Problem[] {
  if (draft.kind !== 'spread') return [];
  if (!spreadTypesOf(legs)) {
    return [
      missing('legs', 'Both legs are the same. Change what differs in leg 2, such as its market or product.'),
    ];
  }
  return spreadTypeOf(draft, legs) === '' ? [missing('spread-type', 'Choose the kind of spread.')] : [];
}

function legProblems(leg: LegDraft, index: number): Problem[] {
  const at = (field: string): string => `legs[${index}].${field}`;
  const needed = [
    [leg.action, 'action', 'Choose buy or sell.'],
    [leg.commodity, 'commodity', 'Enter the commodity.'],
    [leg.market, 'market', 'Enter the market.'],
    [leg.quantity, 'quantity', 'Enter the quantity.'],
    [leg.unit, 'quantity-unit', 'Enter the unit of the quantity.'],
  ] as const;
  const names = [
    [leg.commodity, 'commodity'],
    [leg.market, 'market'],
    [leg.loadProfile, 'load-profile'],
    [leg.unit, 'quantity-unit'],
    [leg.clearing, 'clearing'],
    [leg.house, 'house'],
  ] as const;
  const quantity = readQuantity(leg.quantity);
  return [
    ...needed.flatMap(([text, field, words]) => (text.trim() === '' ? [missing(at(field), words)] : [])),
    ...names.flatMap(([text, field]) =>
      text.trim().length > NAME_LENGTH_MAX
        ? [wrong(at(field), `At most ${NAME_LENGTH_MAX} characters.`)]
        : [],
    ),
    ...(leg.isCustom ? customProblems(leg, at) : productProblems(leg, at)),
    ...(quantity.kind === 'refused' ? [wrong(at('quantity'), quantity.why)] : []),
    ...(leg.house.trim() !== '' && leg.clearing.trim() === ''
      ? [wrong(at('clearing'), 'Enter the clearing, or remove the clearing house.')]
      : []),
  ];
}

/** Where a product is typed, its fault stands in one place. */
function productProblems({ product, start, end }: LegDraft, at: (field: string) => string): Problem[] {
  const isRead = [start, end].every((day) => Day.safeParse(day).success);
  if (isRead && daysOfPeriod(start, end) !== undefined) return [];
  return product.trim() === ''
    ? [missing(at('product'), 'Enter the product.')]
    : [wrong(at('product'), sentence(noProduct(product.trim())))];
}

function customProblems({ start, end }: LegDraft, at: (field: string) => string): Problem[] {
  const days = [
    [start, 'delivery-start', 'Enter the delivery start.'],
    [end, 'delivery-end', 'Enter the delivery end.'],
  ] as const;
  const empty = days.flatMap(([day, field, words]) => (day === '' ? [missing(at(field), words)] : []));
  const unreadable = days.filter(([day]) => day !== '' && !Day.safeParse(day).success);
  if (unreadable.length > 0) return unreadable.map(([, field]) => wrong(at(field), 'Not a valid day.'));
  if (empty.length > 0 || daysOfPeriod(start, end) !== undefined) return empty;
  return [wrong(at('delivery-end'), 'Delivery ends before it starts: enter a later delivery end.')];
}

function recipientProblems({ recipients }: RequestDraft): Problem[] {
  return recipients.length > RECIPIENTS_MAX
    ? [wrong('recipients', `At most ${RECIPIENTS_MAX} recipients can be asked at once.`)]
    : [];
}

/** A draft without problems as the request that it means. */
function requestOf(draft: RequestDraft, legs: readonly LegDraft[]): NewRequest {
  const { kind, allOrNone, recipients } = draft;
  const terms = { legs: legs.map(newLegOf), allOrNone, recipients };
  switch (kind) {
    case 'single':
      return NewRequest.parse({ contract: kind, ...terms });
    case 'spread':
      return NewRequest.parse({ contract: kind, spreadType: spreadTypeOf(draft, legs), ...terms });
    case 'swap':
      return NewRequest.parse({ contract: kind, swapType: swapTypeOf(draft, legs), ...terms });
  }
}

function newLegOf(leg: LegDraft): unknown {
  const [profile, type, house] = [leg.loadProfile.trim(), leg.clearing.trim(), leg.house.trim()];
  const quantity = readQuantity(leg.quantity);
  return {
    action: leg.action,
    commodity: leg.commodity.trim(),
    market: leg.market.trim(),
    deliveryStart: leg.start,
    deliveryEnd: leg.end,
    ...(profile !== '' && { loadProfile: profile }),
    ...(quantity.kind === 'number' && { quantity: quantity.value }),
    quantityUnit: leg.unit.trim(),
    ...(type !== '' && { clearing: { type, ...(house !== '' && { house }) } }),
  };
}

/** Exactly what a press sends, in one sentence. Recipients stand last, so that a cut never takes a leg away. */
export function summaryOf(request: NewRequest, formatters: Formatters): string {
  const kind = contractInWords(request) ?? 'single request';
  const several = request.legs.length > 1;
  const legs = request.legs.map((leg, index) =>
    [several && `leg ${index + 1},`, 'you', legInWords(leg, formatters)].filter(Boolean).join(' '),
  );
  const whole = request.allOrNone ? 'all or none' : 'partial OK';
  // What is left out is not nothing: what a trade has then, no document says.
  const open = request.legs.flatMap(({ clearing }, index) => (clearing ? [] : [index + 1]));
  const of = open.length === request.legs.length ? '' : ` of leg ${open.join(' and ')}`;
  const clearing = open.length === 0 ? undefined : `clearing${of} left blank: none is sent`;
  return `New ${kind}: ${[...legs, whole, clearing, recipientsInWords(request)].filter(Boolean).join('; ')}.`;
}

function legInWords(leg: NewLeg, formatters: Formatters): string {
  const { type, house } = leg.clearing ?? {};
  return [
    `${leg.action} ${withUnit(formatters.quantity(leg.quantity), leg.quantityUnit)} ${leg.commodity} ${leg.market}`,
    leg.loadProfile,
    deliveryInWords(leg),
    volumeInWords(present(leg), formatters),
    type && `clearing ${[type, house].filter(Boolean).join(' ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "8,760 h, 87,600 MWh": the hours of a leg's delivery and what is delivered, as far as dates and unit say it. */
function volumeInWords(
  leg: Delivered & { readonly quantity?: string },
  formatters: Formatters,
): string | undefined {
  const hours = deliveryHours(leg);
  const [own, whole] = leg.quantity === undefined ? [] : volumesOf(leg, leg.quantity);
  // What is counted as a whole has no hours, nor what has no load.
  if (!hours || (own ? !whole : hours.isAtMost)) return undefined;
  const atMost = hours.isAtMost ? 'at most ' : '';
  return [
    `${atMost}${formatters.count(hours.hours)} h`,
    whole && `${atMost}${formatters.quantity(whole.amount)} ${whole.unit}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The same of a leg that is being typed. */
export const typedVolume = (leg: LegDraft, formatters: Formatters): string | undefined =>
  volumeInWords(deliveredBy(leg), formatters);

/** What a leg that is being typed delivers, as far as it is filled in. */
export function deliveredBy(leg: LegDraft): Delivered & { readonly quantity?: string } {
  const quantity = readQuantity(leg.quantity);
  return {
    commodity: leg.commodity.trim(),
    market: leg.market.trim(),
    deliveryStart: leg.start,
    deliveryEnd: leg.end,
    ...present({
      loadProfile: leg.loadProfile.trim() || undefined,
      quantity: quantity.kind === 'number' ? quantity.value : undefined,
      quantityUnit: leg.unit.trim() || undefined,
    }),
  };
}

/** Of a request that is to be made what names its product. */
export const toldOf = (request: NewRequest): Parameters<typeof productInWords>[0] => ({
  legs: request.legs.map(({ clearing, ...leg }) =>
    present({ ...leg, clearing: clearing && present(clearing) }),
  ),
  ...(request.contract === 'spread' && { spreadType: request.spreadType }),
});

/** What a press sends, as short as a button. */
export function sendingInShort(request: NewRequest, formatters: Formatters): string {
  const [leg] = request.legs;
  const amount = withUnit(formatters.quantity(leg.quantity), leg.quantityUnit);
  const product = productInWords(toldOf(request));
  switch (request.contract) {
    case 'single':
      return `Send: ${leg.action} ${amount} ${product}`;
    case 'spread':
      return `Send: ${request.legs.map(({ action }) => action).join(' / ')} ${product}, ${amount}`;
    case 'swap':
      return `Send: swap, ${leg.action} ${amount} ${leg.market}`;
  }
}

function recipientsInWords({ recipients }: NewRequest): string {
  if (recipients.length === 0) return 'recipients chosen by the platform';
  const count = `${recipients.length} ${recipients.length === 1 ? 'recipient' : 'recipients'}`;
  return `asked of ${count}: ${recipients.join(', ')}`;
}

/** "Leg 2", or of a swap what the leg is: its power is typed once. */
export function legTitle({ kind }: Pick<RequestDraft, 'kind'>, index: number): string {
  if (kind !== 'swap') return `Leg ${index + 1}`;
  return index === 0 ? 'Leg 1, the certificate' : 'Legs 2 and 3, the power';
}
