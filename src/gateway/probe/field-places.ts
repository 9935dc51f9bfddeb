import { inStyle, KINDS, type FieldType, type RecordKind, type Style } from '../../contract/service/mapping';
import { plain } from '../platform/contradiction';
import { lastName, said, type Shape } from './shapes';
import { fits } from './value-forms';

/** Where a field of ours stands in the platform's records. */
export interface FieldPlace {
  readonly path: string;
  /** By its name and values beyond doubt; else it only looks so, and a person compares. */
  readonly isSure: boolean;
}

/** Other names that mean nothing else. */
const SURE: Readonly<Record<string, readonly string[]>> = {
  'request-id': ['rfqid', 'requestnumber', 'requestref'],
  'quotation-id': ['quoteid', 'quotenumber', 'quoteref'],
  'price-proposal-id': ['proposalid', 'proposalnumber'],
  'counteroffer-id': ['counterofferid', 'individualcounterofferid'],
  'trade-id': ['tradenumber', 'traderef', 'tradereference', 'dealid'],
  'created-at': [
    'created',
    'createdon',
    'createdtime',
    'creationtime',
    'creationtimestamp',
    'createdtimestamp',
  ],
  'concluded-at': ['concluded', 'concludedon', 'concludedtime', 'concludedtimestamp'],
  'traded-at': ['traded', 'tradedon', 'tradetime', 'tradetimestamp', 'tradedtime'],
  'all-or-none': ['aon', 'allornothing', 'isallornone'],
  'quantity-unit': ['quantityuom'],
  'delivery-start': ['deliveryfrom', 'deliverybegin', 'deliverystartdate'],
  'delivery-end': ['deliveryto', 'deliveryuntil', 'deliveryenddate'],
  'spread-price': ['netspreadprice', 'spreadnetprice'],
  state: ['status'],
};
/** Other names that mean it most often, and something else sometimes. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  'price-direction': ['direction', 'bidask', 'side', 'quoteside'],
  action: ['side', 'buysell', 'direction'],
  contract: ['contracttype', 'requesttype', 'rfqtype'],
  role: ['myrole', 'ownrole'],
  quantity: ['volume', 'qty', 'volumeamount', 'volumevalue', 'volumequantity', 'lots', 'size'],
  'quantity-unit': ['volumeunit', 'uom', 'unit'],
  'remaining-quantity': ['remainingvolume', 'openquantity', 'openvolume'],
  price: ['px', 'dealprice', 'unitprice', 'priceamount', 'pricevalue'],
  'spread-price': ['netprice', 'spread'],
  'concluded-at': ['closedat', 'closed', 'endedat'],
  'traded-at': ['executedat', 'executiontime', 'timestamp', 'dealtime'],
  commodity: ['product', 'commoditycode'],
  market: ['area', 'marketarea', 'hub', 'marketcode'],
  'delivery-start': ['from', 'start', 'startdate', 'periodstart'],
  'delivery-end': ['to', 'end', 'enddate', 'periodend'],
  'load-profile': ['profile', 'loadtype'],
  counterparty: ['company', 'participant', 'firm', 'counterpartyname', 'party'],
  'risk-management': ['enabled', 'riskenabled'],
  kind: ['proposaltype', 'proposalkind', 'firmness'],
  legs: ['products', 'lines', 'positions', 'components'],
  eventType: ['event', 'type', 'eventname'],
};
/** A price inside these is another price. */
const OTHER_PRICE = /limit|reference|last|mid|tick|min|max|best|previous|settlement|close|index/;

export const ownIdOf = (kind: RecordKind): string | undefined => {
  const first = Object.entries(KINDS[kind])[0];
  return first?.[1].type === 'id' ? first[0] : undefined;
};

/** Finds each field of a kind in the records that came; what cannot be told apart is left out. */
export function fieldPlaces(kind: RecordKind, shape: Shape, style: Style): Map<string, FieldPlace> {
  const found = new Map<string, FieldPlace>();
  const taken = new Set<string>();
  const fields = Object.entries(KINDS[kind]);
  const passes = [byStyle, byName, bySureName, byLikelyName];
  for (const pass of passes) {
    for (const [name, type] of fields) {
      if (found.has(name)) continue;
      const place = pass({ kind, name, type, style, shape, taken });
      if (!place) continue;
      found.set(name, place);
      taken.add(place.path);
    }
  }
  return found;
}

interface Search {
  readonly kind: RecordKind;
  readonly name: string;
  readonly type: FieldType;
  readonly style: Style;
  readonly shape: Shape;
  readonly taken: ReadonlySet<string>;
}

const isPart = ({ type }: FieldType): boolean => type === 'part' || type === 'parts';

function placesOf({ shape, type }: Search): string[] {
  const { values, parts } = shape;
  if (type.type === 'any') return [...new Set([...values.keys(), ...parts.keys()])];
  return isPart(type) ? [...parts.keys()] : [...values.keys()];
}

function usable({ kind, name, type, shape, taken }: Search, path: string): boolean {
  if (taken.has(path)) return false;
  return (
    isPart(type) ||
    type.type === 'any' ||
    fits(type, shape.values.get(path) ?? [], ownIdOf(kind) === name ? shape.repeats : undefined)
  );
}

function byStyle(search: Search): FieldPlace | undefined {
  const path = inStyle(search.name, search.style);
  return placesOf(search).includes(path) && usable(search, path) ? { path, isSure: true } : undefined;
}

/** The same letters, in another style or with dots between them; or the same last name inside something. */
function byName(search: Search): FieldPlace | undefined {
  const ours = plain(search.name);
  const only = (test: (path: string) => boolean): string | undefined => {
    const paths = placesOf(search).filter((path) => test(path) && usable(search, path));
    return paths.length === 1 ? paths[0] : undefined;
  };
  const whole = only((path) => plain(path.replaceAll('.', '')) === ours);
  if (whole !== undefined) return { path: whole, isSure: true };
  // An identifier inside something is that of another record.
  if (search.type.type === 'id') return undefined;
  // These names are in everything.
  if (['type', 'state', 'kind', 'name', 'role', 'contract', 'house'].includes(search.name)) return undefined;
  const inside = only(
    (path) =>
      path.includes('.') &&
      plain(lastName(path)) === ours &&
      !(search.type.type === 'decimal' && OTHER_PRICE.test(plain(path))),
  );
  // A price inside something may be another one.
  return inside === undefined ? undefined : { path: inside, isSure: search.type.type !== 'decimal' };
}

const named = (search: Search, names: readonly string[]): string | undefined => {
  const paths = placesOf(search).filter((path) => names.includes(plain(path.replaceAll('.', ''))));
  const usables = paths.filter((path) => usable(search, path));
  return usables.length === 1 ? usables[0] : undefined;
};

function bySureName(search: Search): FieldPlace | undefined {
  const isOwnId = ownIdOf(search.kind) === search.name;
  const path = named(search, [...(SURE[search.name] ?? []), ...(isOwnId ? ['id'] : [])]);
  return path === undefined ? undefined : { path, isSure: true };
}

function byLikelyName(search: Search): FieldPlace | undefined {
  const path = named(search, LIKELY[search.name] ?? []);
  if (path === undefined) return undefined;
  return said(search.shape.values.get(path)).length > 0 || isPart(search.type)
    ? { path, isSure: false }
    : undefined;
}
