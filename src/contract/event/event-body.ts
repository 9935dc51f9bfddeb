import * as z from 'zod/mini';
import type { PlatformEvent } from '../../domain/event';
import { failed, success, type Outcome } from '../../domain/failure';
import { exactJson } from '../service/exact-json';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../domain/identifiers';

/** What an event says: its type, in the service's own words, and what it is about. */
export type EventBody = Pick<
  PlatformEvent,
  'type' | 'requestId' | 'tradeId' | 'quoteId' | 'proposalId' | 'counterofferId'
>;

const TYPE_LENGTH_MAX = 100;
const TYPE_NAME = 'eventType';
const EventType = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]+$/u), z.maxLength(TYPE_LENGTH_MAX));

/** Under which name the service gives each identifier, the stated one first. */
const IDENTIFIERS = [
  { as: 'requestId', names: ['request-id'], schema: RequestId },
  { as: 'tradeId', names: ['trade-id'], schema: TradeId },
  { as: 'quoteId', names: ['quotation-id', 'quote-id'], schema: QuoteId },
  { as: 'proposalId', names: ['price-proposal-id', 'proposal-id'], schema: ProposalId },
  {
    as: 'counterofferId',
    names: ['counteroffer-id', 'individual-counteroffer-id'],
    schema: CounterofferId,
  },
] as const;

/** Types of events that are about a request, whose bare `id` is then its number where nothing else is named. */
const OF_REQUEST = /^request-/;

/** In which identifiers may stand together. */
const WRAPPERS = ['identifiers', 'data', 'payload'];

/** One event of a delivery: as JSON with its numbers exact, and as text. */
export interface DeliveredEvent {
  readonly json: unknown;
  readonly text: string;
}

/**
 * The events of one delivery: the body itself, or, where they come several at once, the members of the list at the dotted path `items`
 * (empty: the body is the list). A single event in the list's place counts as a list of one.
 */
export function deliveredEvents(
  bytes: Uint8Array,
  items: string | undefined,
): Outcome<readonly DeliveredEvent[]> {
  const body = eventJson(bytes);
  if (!body.ok) return body;
  const { text } = body.value;
  const json = exactJson(text);
  if (items === undefined) return success([{ json, text }]);
  const path = items === '' ? [] : items.split('.');
  const found = path.reduce<unknown>(
    (holder, name) =>
      typeof holder === 'object' && holder !== null
        ? new Map<string, unknown>(Object.entries(holder)).get(name)
        : undefined,
    json,
  );
  if (Array.isArray(found))
    return success(found.map((one: unknown) => ({ json: one, text: JSON.stringify(one) })));
  return typeof found === 'object' && found !== null
    ? success([{ json: found, text }])
    : unreadable(`It has no events at ${items} (webhooks.items in the service profile).`);
}

/** A body as its text, and as what that is in JSON. */
function eventJson(bytes: Uint8Array): Outcome<{ readonly json: unknown; readonly text: string }> {
  const text = textOf(bytes);
  if (text === undefined) return unreadable('It is not UTF-8 text.');
  const json = jsonIn(text);
  if (json === NOT_JSON) return unreadable(text.trim() === '' ? 'It is empty.' : 'It is not JSON.');
  return success({ json, text });
}

/**
 * Reads one event (interface document, section 6: `eventType` and identifiers). Names may be spelt in other ways, such as
 * requestId, and its identifiers stand in an object of their own or be numbers; other fields, and types that nobody knows, are no reason to refuse it. An identifier that is none makes the whole
 * event `unreadable`: what it names could not be looked at.
 */
export function readEvent(json: unknown): Outcome<EventBody> {
  const events = readEvents(json);
  return events.ok ? success(events.value[0]) : events;
}

/** The same, and one more for each further identifier of a kind: of two that disagree both are looked at. */
export function readEvents(json: unknown): Outcome<readonly [EventBody, ...EventBody[]]> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return unreadable(
      Array.isArray(json) && json.length > 0
        ? 'It is JSON, and not one object: where events come in lists, webhooks.items of the service profile says so.'
        : 'It is JSON, and not one object.',
    );
  }
  const fields = fieldsOf(json);
  const type = EventType.safeParse(fieldNamed(fields, [TYPE_NAME]));
  if (!type.success) return unreadable(`${TYPE_PROBLEM} ${foundIn(json)}`);
  const inside = WRAPPERS.flatMap((name) => {
    const part = fieldNamed(fields, [name]);
    return typeof part === 'object' && part !== null && !Array.isArray(part) ? [fieldsOf(part)] : [];
  });
  const event: { -readonly [K in keyof EventBody]: EventBody[K] } = { type: type.data };
  const more: Partial<EventBody>[] = [];
  for (const { as, names, schema } of IDENTIFIERS) {
    const [given, ...others] = [fields, ...inside].flatMap((one) => valuesNamed(one, names));
    if (given === undefined || given === null) continue;
    const id = schema.safeParse(textOfId(given));
    if (!id.success) return unreadable(`Its ${names[0]} is not an identifier.`);
    event[as] = id.data;
    const further = others.flatMap((other) => schema.safeParse(textOfId(other)).data ?? []);
    for (const other of new Set(further)) if (other !== id.data) more.push({ [as]: other });
  }
  const bare = RequestId.safeParse(textOfId(fieldNamed(fields, ['id'])));
  if (OF_REQUEST.test(event.type) && Object.keys(event).length === 1 && bare.success)
    event.requestId = bare.data;
  return success([event, ...more.map((one) => ({ ...event, ...one }))]);
}

const textOfId = (given: unknown): unknown =>
  typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given;

const TYPE_PROBLEM = `It has no ${TYPE_NAME} that is a text of 1 to ${TYPE_LENGTH_MAX} characters.`;
const NOT_JSON = Symbol('not JSON');

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** By name as it stands, and beside it by its plain form; what stands in it as stated is not hidden by another spelling. */
function fieldsOf(json: object): ReadonlyMap<string, unknown> {
  const entries: [string, unknown][] = Object.entries(json);
  return new Map([...entries.map(([name, value]) => [plain(name), value] as const), ...entries]);
}

const plain = (name: string): string => `~${name.toLowerCase().replaceAll(/[-_ ]/g, '')}`;

const fieldNamed = (fields: ReadonlyMap<string, unknown>, names: readonly string[]): unknown =>
  valuesNamed(fields, names)[0];

/** Under each of the names, in any spelling; the stated one first. */
function valuesNamed(fields: ReadonlyMap<string, unknown>, names: readonly string[]): readonly unknown[] {
  const spellings = names.flatMap((name) => [name, plain(name)]);
  return spellings.map((name) => fields.get(name)).filter((value) => value !== undefined);
}

const NAMES_SHOWN_MAX = 10;
const NAME_LENGTH_MAX = 40;

/** Names alone: what stands in the fields is nobody else's business. */
function foundIn(json: object): string {
  const names = Object.keys(json)
    .slice(0, NAMES_SHOWN_MAX)
    .map((name) => name.slice(0, NAME_LENGTH_MAX));
  return names.length === 0 ? 'It has no fields at all.' : `It has the fields ${names.join(', ')}.`;
}

const unreadable = (found: string) =>
  failed({
    kind: 'unreadable',
    message: `The delivery cannot be read as an event. ${found}`,
    next: 'It was discarded. If the platform sent it, report it to the operator.',
  });
