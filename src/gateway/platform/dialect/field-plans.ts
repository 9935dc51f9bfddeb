import {
  inStyle,
  KINDS,
  LIKE,
  RECORDS,
  typeOf,
  type DayForm,
  type DecimalForm,
  type Field,
  type FieldType,
  type FlagForm,
  type Kind,
  type Mapping,
  type TimeForm,
  type WordTable,
} from '../../../contract/service/mapping';
import { days, decimals, flags, ids, lastDays, SAME, times, words, type Conversion } from './values';

export type Section = 'records' | 'bodies';

/** One field of a kind, compiled: where it stands there, and how its value is written. */
export interface FieldPlan {
  /** Our path, such as `legs.0.price`. */
  readonly name: string;
  readonly ours: readonly string[];
  /** The platform's path; several where its text is split; none where it says nothing of the field. */
  readonly theirs: readonly (readonly string[])[];
  readonly join: string;
  /** The id in the call's own address that stands for it. */
  readonly address?: string;
  readonly conversion: Conversion;
  /** A record inside the record, or a list of them. */
  readonly inside?: { readonly kind: Kind; readonly many: boolean };
  readonly empty?: ReadonlySet<unknown>;
  readonly value?: string | boolean;
  /** The keys of the profile that say where it stands, and how its value is written. */
  readonly key: string;
  readonly valueKey: string;
  /** It is named in the profile itself, and not only by a style. */
  readonly isNamed: boolean;
}

interface Said {
  readonly field: Field;
  readonly key: string;
}

/** What the profile says of a field of a kind: a body's own map first, then its record's, then that of a kind like it. */
function saidOf(
  mapping: Mapping,
  { section, kind, name }: { section: Section; kind: Kind; name: string },
): Said | undefined {
  const maps: (readonly [Section, Kind])[] = [
    [section, kind],
    ...(section === 'bodies' ? [['records', kind] as const] : []),
    ...likes(kind).map((like) => ['records', like] as const),
  ];
  for (const [where, of] of maps) {
    const field = fieldsIn(mapping, where, of)[name];
    if (field !== undefined) return { field, key: `mapping.${where}.${of}.fields.${name}` };
  }
  return undefined;
}

const likes = (kind: Kind): Kind[] => {
  const like = LIKE[kind];
  return like === undefined ? [] : [like];
};

function fieldsIn(mapping: Mapping, section: Section, kind: Kind): Readonly<Record<string, Field>> {
  const maps: Partial<Record<Kind, { fields?: Record<string, Field> | undefined }>> = mapping[section] ?? {};
  return maps[kind]?.fields ?? {};
}

/** Every field of a kind that the product knows or the profile names. */
export function fieldPlans(mapping: Mapping, section: Section, kind: Kind): FieldPlan[] {
  const isRecord = RECORDS.some((record) => record === kind);
  const names = new Set([
    ...Object.keys(KINDS[kind]),
    ...Object.keys(fieldsIn(mapping, section, kind)),
    ...(isRecord ? Object.keys(fieldsIn(mapping, 'records', kind)) : []),
  ]);
  return [...names].map((name) => {
    const type = typeOf(kind, name) ?? { type: 'any' };
    const said = saidOf(mapping, { section, kind, name });
    return planOf(mapping, { name, type, said });
  });
}

function planOf(
  mapping: Mapping,
  { name, type, said }: { name: string; type: FieldType; said: Said | undefined },
): FieldPlan {
  const key = said?.key ?? 'mapping.names';
  const field = fullField(said?.field, name, mapping);
  const { conversion, valueKey } = conversionOf(mapping, { type, field, key });
  const places = field.at === undefined ? [] : typeof field.at === 'string' ? [field.at] : field.at;
  const address = places.length === 1 ? /^\{(.+)\}$/.exec(places[0] ?? '')?.[1] : undefined;
  const empty = [...(mapping.empty ?? []), ...(field.empty ?? [])];
  return {
    name,
    ours: name.split('.'),
    theirs: address === undefined ? places.map((place) => place.split('.')) : [],
    join: field.join ?? (type.type === 'time' ? 'T' : ' '),
    conversion,
    key,
    valueKey,
    isNamed: said !== undefined,
    ...(address !== undefined && { address }),
    ...((type.type === 'part' || type.type === 'parts') && {
      inside: { kind: type.kind, many: type.type === 'parts' },
    }),
    ...(empty.length > 0 && { empty: new Set<unknown>(empty) }),
    ...(field.value !== undefined && { value: field.value }),
  };
}

type FullField = Exclude<Field, string | null>;

const fullField = (said: Field | undefined, name: string, { names = 'kebab-case' }: Mapping): FullField => {
  if (said === null) return {};
  if (said === undefined)
    return {
      at: name
        .split('.')
        .map((one) => inStyle(one, names))
        .join('.'),
    };
  return typeof said === 'string' ? { at: said } : said;
};

/** The form was checked when the profile was read. */
function conversionOf(
  mapping: Mapping,
  { type, field, key }: { type: FieldType; field: FullField; key: string },
): { conversion: Conversion; valueKey: string } {
  if (type.type === 'word') {
    const common: WordTable | undefined = mapping.words?.[type.words];
    const table = field.words ?? common;
    const valueKey =
      field.words !== undefined
        ? `${key}.words`
        : common
          ? `mapping.words.${type.words}`
          : 'mapping.wordStyle';
    return { conversion: words(type.words, { table, style: mapping.wordStyle }), valueKey };
  }
  const values = mapping.values ?? {};
  const valueKey = field.as === undefined ? `mapping.values.${type.type}` : `${key}.as`;
  switch (type.type) {
    case 'id':
      return { conversion: ids((field.as as 'text' | 'number' | undefined) ?? values.id), valueKey };
    case 'decimal':
      return { conversion: decimals((field.as as DecimalForm | undefined) ?? values.decimal), valueKey };
    case 'time':
      return { conversion: times((field.as as TimeForm | undefined) ?? values.time), valueKey };
    case 'day':
      return {
        conversion: lastDays(
          days((field.as as DayForm | undefined) ?? values.day),
          'isEnd' in type ? values.deliveryEnd : undefined,
        ),
        valueKey,
      };
    case 'flag':
      return { conversion: flags((field.as as FlagForm | undefined) ?? values.flag), valueKey };
    default:
      return { conversion: SAME, valueKey: key };
  }
}
