import {
  inStyle,
  KINDS,
  STYLES,
  WORDS,
  type FieldType,
  type RecordKind,
  type Style,
} from '../../contract/service/mapping';
import { plain } from '../platform/contradiction';
import { lastName, said, shapeOf, type Shape } from './shapes';
import { dayClass, fits, timeClass } from './value-forms';

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
  const passes = [byStyle, byName, bySureName, byLikelyName, byValues];
  const own = fields.find(([name]) => name === ownIdOf(kind));
  if (own) {
    const [name, type] = own;
    const search = { kind, name, type, style, shape, taken, isAlone: false, beside: undefined };
    const place = passes.map((pass) => pass(search)).find((one) => one !== undefined);
    if (place) {
      found.set(name, place);
      taken.add(place.path);
    }
  }
  const ownPath = own && found.get(own[0])?.path;
  const beside = ownPath?.includes('.') === true ? ownPath.slice(0, ownPath.lastIndexOf('.')) : undefined;
  for (const pass of passes) {
    const open = fields.filter(([name]) => !found.has(name));
    for (const [name, type] of open) {
      const isAlone = open.filter(([, { type: other }]) => other === type.type).length === 1;
      const place = pass({ kind, name, type, style, shape, taken, isAlone, beside });
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
  /** No other field that holds the like is still to be found. */
  readonly isAlone: boolean;
  /** In what the record's own identifier stands. */
  readonly beside: string | undefined;
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
  // These names are in everything; beside the record's own identifier they are the record's.
  const owner = search.beside;
  if (owner !== undefined) {
    const path = `${owner}.${inStyle(search.name, search.style)}`;
    if (placesOf(search).includes(path) && usable(search, path)) return { path, isSure: true };
  }
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

const OWN_ID = /^(?=.*\d)[\w./:-]{3,}$/;

/** The one place whose values nothing else can have, whatever it is called. */
function byValues(search: Search): FieldPlace | undefined {
  const { kind, name, type, shape } = search;
  const only = (test: (path: string) => boolean): FieldPlace | undefined => {
    const paths = placesOf(search).filter((path) => !search.taken.has(path) && test(path));
    const [path] = paths;
    return path !== undefined && paths.length === 1 ? { path, isSure: false } : undefined;
  };
  const every = (path: string, test: (value: unknown) => boolean): boolean => {
    const values = said(shape.values.get(path));
    return values.length > 0 && values.every(test);
  };
  switch (type.type) {
    case 'id':
      return ownIdOf(kind) === name && shape.count - shape.repeats > 1
        ? only(
            (path) =>
              said(shape.values.get(path)).length === shape.count &&
              usable(search, path) &&
              every(path, isIdLike),
          )
        : undefined;
    case 'word': {
      const { words } = WORDS[type.words];
      const all = new Set(words.flatMap((word) => STYLES.map((style) => inStyle(word, style))));
      return only((path) => every(path, (value) => all.has(String(value))));
    }
    case 'parts': {
      const sizeOf = (path: string): number =>
        fieldPlaces(type.kind as RecordKind, shapeOf(shape.parts.get(path) ?? []), search.style).size;
      return only((path) => !hasPartsInside(shape, path) && sizeOf(path) >= PART_FIELDS_MIN);
    }
    case 'time':
      return search.isAlone
        ? only((path) => every(path, (value) => timeClass(value) !== undefined))
        : undefined;
    case 'flag':
      return search.isAlone ? only((path) => every(path, () => true) && usable(search, path)) : undefined;
    default:
      return undefined;
  }
}

const PART_FIELDS_MIN = 1;
/** A record in which others stand, and no list of them. */
const hasPartsInside = ({ values }: Shape, path: string): boolean =>
  [...values.keys()].some((one) => one.startsWith(`${path}.`));

const isIdLike = (value: unknown): boolean =>
  OWN_ID.test(String(value)) && timeClass(value) === undefined && dayClass(value) === undefined;

/** Places in which something stands that no field explains, though it may be what a field holds that was not found. */
export function unexplained(
  kind: RecordKind,
  shape: Shape,
  places: ReadonlyMap<string, FieldPlace>,
): readonly string[] {
  const taken = [...places.values()].map(({ path }) => path);
  const lost = Object.entries(KINDS[kind]).filter(
    ([name, { type }]) => !places.has(name) && LOSABLE.has(type),
  );
  return [...shape.values.keys()].filter(
    (path) =>
      !taken.some((one) => one === path || path.startsWith(`${one}.`)) &&
      said(shape.values.get(path)).length > 0 &&
      lost.some(([, type]) => fits(type, shape.values.get(path) ?? [])),
  );
}

const LOSABLE: ReadonlySet<FieldType['type']> = new Set(['decimal', 'time', 'day', 'flag', 'word']);
