import type { Failure } from '../../domain/failure';
import { aliased, fieldInWords, nearestNames, plainName } from '../../domain/field-name';
import { refused } from '../cells/cell-failure';

/** The fields that a kind of record may have, by the service's own names; `[]` stands for any leg. */
export type KnownFields = readonly string[];

export const LEG_FIELDS: KnownFields = [
  'action',
  'commodity',
  'market',
  'delivery-start',
  'delivery-end',
  'load-profile',
  'quantity',
  'quantity-unit',
  'price',
  'price-unit',
  'clearing.type',
  'clearing.house',
];
const LEG = LEG_FIELDS.map((name) => `legs[].${name}`);

export const REQUEST_FIELDS: KnownFields = [
  'request-id',
  'state',
  'role',
  'contract',
  'spread-type',
  'commodity',
  'created-at',
  'concluded-at',
  'all-or-none',
  'remaining-quantity',
  'legs',
  ...LEG,
];
const OFFER_FIELDS = [
  'request-id',
  'price-direction',
  'state',
  'counterparty',
  'all-or-none',
  'quantity',
  'created-at',
  'type',
  'spread-price',
  'legs',
  'legs[].price',
];
export const QUOTE_FIELDS: KnownFields = ['quotation-id', ...OFFER_FIELDS];
export const PROPOSAL_FIELDS: KnownFields = ['price-proposal-id', 'kind', ...OFFER_FIELDS];
export const COUNTEROFFER_FIELDS: KnownFields = ['counteroffer-id', 'quotation-id', ...OFFER_FIELDS];
export const TRADE_FIELDS: KnownFields = [
  'trade-id',
  'venue',
  'request-id',
  'traded-at',
  'commodity',
  'contract',
  'market',
  'delivery-start',
  'delivery-end',
  'load-profile',
  'action',
  'price',
  'price-unit',
  'currency',
  'quantity',
  'quantity-unit',
  'counterparty',
  'all-or-none',
  'pre-trade',
  'execution',
  'execution.view',
  'legs',
  ...LEG,
];
export const RISK_FIELDS: KnownFields = ['commodity', 'risk-management'];

/** A request has at most three legs. */
const LEGS_MAX = 3;

/** "buy power DE 2027-01-01 2027-12-31 base 10 MW 71.25 EUR/MWh": one leg after the other, for one cell. */
export const legsInWords = (legs: readonly unknown[]): string =>
  legs
    .map((leg) => {
      const said = LEG_FIELDS.map((name) => getPath(leg, name)).map((one) => (one.found ? one.value : null));
      return said.filter((value) => typeof value === 'string' || typeof value === 'number').join(' ');
    })
    .join('; ');

type PathResult = { found: true; name: string; value: unknown } | { found: false };

/** The value at a path such as `legs[0].price`, however its names are written; its name is the record's own way to write the last step. */
export function getPath(record: unknown, path: string): PathResult {
  const whole = property(record, path);
  if (whole.found) return whole;
  let at: PathResult = { found: true, name: '', value: record };
  for (const step of stepsOf(path)) {
    at = at.found ? property(at.value, step) : at;
    if (!at.found) return at;
  }
  return at;
}

const stepsOf = (path: string): string[] => path.replace(/\[(\d+)\]/g, '.$1').split('.');

function property(holder: unknown, step: string): PathResult {
  if (typeof holder !== 'object' || holder === null) return { found: false };
  const entries = Object.entries(holder);
  const exact = entries.find(([name]) => name === step);
  const plain = plainName(step);
  const [name, value] = exact ?? entries.find(([name]) => plainName(name) === plain) ?? [];
  return name === undefined ? part(entries, plain) : { found: true, name, value };
}

/** "clearing type": a part of a field that has some, in one name with it. */
function part(entries: readonly (readonly [string, unknown])[], plain: string): PathResult {
  for (const [name, value] of entries) {
    const whole = plainName(name);
    if (whole === '' || !plain.startsWith(whole)) continue;
    const found = property(value, plain.slice(whole.length));
    if (found.found) return found;
  }
  return { found: false };
}

/** What a person's name for a field may stand for: itself, then the platform's name for it. */
export const meanings = (name: string): readonly string[] => {
  const other = aliased(name);
  return other === undefined ? [name] : [name, other];
};

/** Whether a record of this kind may have such a field, though this one may not. */
export function isKnown(path: string, known: KnownFields): boolean {
  const beyond = [...path.matchAll(/\[(\d+)\]/g)].some(([, leg]) => Number(leg) >= LEGS_MAX);
  const pattern = plainName(path.replace(/\[\d+\]/g, '[]'));
  return !beyond && known.some((name) => plainName(name) === pattern && !path.includes('[]'));
}

/**
 * A name that no such record has, with the nearest that there are; without any like it, with the first of them. Where one with `legs`
 * legs is asked for another, with how many it has.
 */
export function noSuchField(path: string, known: KnownFields, legs = 0): Failure {
  const what = `There is no field "${path}".`;
  if (legs > 0 && Number(LEG_ASKED.exec(path)?.[1]) > legs)
    return refused(what, `Legs go up to ${legs} here.`);
  const names = [...new Set(known.map((name) => name.replace('[]', '[0]')))];
  const near = nearestNames(aliased(path) ?? path, names);
  return refused(what, near.length > 0 ? `Did you mean ${orOf(inWords(near))}?` : thereAre(inWords(names)));
}

const LEG_ASKED = /^leg\W*(\d+)/i;

const inWords = (paths: readonly string[]): string[] => [...new Set(paths.map(fieldInWords))];

const orOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ');

const LISTED_MAX = 6;
function thereAre(names: readonly string[]): string {
  const left = names.length - LISTED_MAX;
  return left > 1
    ? `There are: ${names.slice(0, LISTED_MAX).join(', ')} and ${left} more. Leave the argument out to see the usual ones.`
    : `There are: ${names.join(', ')}.`;
}
