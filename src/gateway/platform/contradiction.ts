import { OPERATIONS } from '../../contract/service/operations';
import { isDecimal, sameDecimal } from '../../domain/decimal';
import type { Call } from './attempts';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Why an answer of success does not prove that a write was done, as a whole sentence; `undefined` when it proves that.
 * An empty body proves it. What makes something is proven by JSON that says nothing to the contrary; what takes something away
 * or sets something only by JSON that says so, or that says nothing at all. It errs on the side of doubt: a doubt costs a
 * look at the platform, a wrong "done" leaves a live quote that nobody withdraws.
 */
export function contradictionIn(answer: HttpAnswer, call: Call): string | undefined {
  if (answer.body.trim() === '') return undefined;
  const body = parsedJson(answer);
  if (!body.ok) return body.failure.message;
  if (isNoRecord(body.value)) return `The platform answered with nothing but ${JSON.stringify(body.value)}.`;
  const records = recordsIn(body.value);
  if (answer.headers['content-type']?.includes('problem+json') || records.some(saysFailure)) return REFUSES;
  for (const record of records) {
    const contrary = otherThing(record, call) ?? notEnded(record, call) ?? otherThanSent(record, call);
    if (contrary !== undefined) return contrary;
  }
  return notMade(body.value, call) ?? unproven(body.value, records, call);
}

/** The number of what a write made, as its answer names it although it does not prove that it was made. */
export function numberIn(answer: HttpAnswer, call: Call): string | undefined {
  const made = MADE[call.operation];
  const body = parsedJson(answer);
  if (!made || !body.ok) return undefined;
  const records = recordsIn(body.value);
  if (records.some((record) => otherThing(record, call) !== undefined)) return undefined;
  return records.map((record) => textIn(record[made.id])).find((number) => number !== undefined);
}

/** Whether an answer of success says in its own words that something failed, whatever its names. */
export function refusalIn(answer: HttpAnswer): string | undefined {
  const body = parsedJson(answer);
  return body.ok && recordsIn(body.value).some(saysFailure) ? REFUSES : undefined;
}

const REFUSES = 'The platform answered with success, but its text says that something failed.';

/** `true`, `null` and a word of success say nothing against it; a bare number or `false` is no answer that is known. */
const isNoRecord = (value: unknown): boolean =>
  typeof value === 'string' ? FAILED.test(value.trim()) : typeof value === 'number' || value === false;

/** Parts of a record that have words of their own, which are not the record's. */
const PARTS = new Set(['legs', 'clearing', 'pretrade', 'execution', 'lastseenprice']);
const DEPTH_MAX = 4;

/** Every object in an answer that may speak of the thing that was written: wrapped, in a list, or bare. */
function recordsIn(value: unknown, depth = 0): readonly Fields[] {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => recordsIn(one, depth + 1));
  const fields = Object.fromEntries(Object.entries(value));
  const parts = Object.entries(fields).filter(([name]) => !PARTS.has(plain(name)));
  return [fields, ...parts.flatMap(([, part]) => recordsIn(part, depth + 1))];
}

/** A field's name without what styles of spelling differ in. */
export const plain = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

const FAILED =
  /^(?:fail(?:ed|ure)?|error(?:ed)?|reject(?:ed)?|refused|denied|declined|invalid|aborted|forbidden|unauthori[sz]ed|unsuccessful|no[tn][-_ ]?\w+)$/i;
const ERRORS = new Set([
  'error',
  'errors',
  'errormessage',
  'errorcode',
  'fielderrors',
  'globalerrors',
  'validationerrors',
  'failures',
  'fault',
  'exception',
]);
const SUCCESS = new Set(['success', 'successful', 'succeeded', 'issuccess', 'issuccessful', 'ok']);
const STATES = new Set(['status', 'state', 'result', 'outcome']);
const STATUSES = new Set(['status', 'statuscode', 'httpstatus', 'code']);
const NOTHING = new Set(['', '0', 'false', 'none', 'null', 'no', 'ok']);

/** Whether errors stand in an object. */
export const holdsErrors = (record: Fields): boolean =>
  Object.entries(record).some(([name, value]) => ERRORS.has(plain(name)) && isSomething(value));

/** Whether an object states a failure. */
export function saysFailure(record: Fields): boolean {
  const said = Object.entries(record).map(([name, value]) => [plain(name), value] as const);
  if (typeof record['title'] === 'string' && typeof record['detail'] === 'string') return true;
  if (holdsErrors(record)) return true;
  return said.some(
    ([name, value]) =>
      (SUCCESS.has(name) && ['false', '0', 'no'].includes(textOf(value))) ||
      (STATES.has(name) && FAILED.test(textOf(value))) ||
      (STATUSES.has(name) && /^[45]\d\d$/.test(textOf(value))),
  );
}

const WELL = /^(?:ok|okay|success(?:ful)?|succeeded|done|completed?|2\d\d)$/;

/** Whether an object states that all went well. */
export const saysSuccess = (record: Fields): boolean =>
  Object.entries(record).some(([name, value]) => {
    const called = plain(name);
    if (SUCCESS.has(called)) return ['true', '1', 'yes'].includes(textOf(value));
    return (STATES.has(called) || STATUSES.has(called)) && WELL.test(textOf(value));
  });

const isSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && !NOTHING.has(textOf(value));

/** A number of a thing, as text. */
const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? String(value) : undefined;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim().toLowerCase()
    : '';

/** The answer is about another request, quote or commodity. */
function otherThing(record: Fields, { ids }: Call): string | undefined {
  for (const [name, asked] of Object.entries(ids)) {
    const said = textOf(record[name]);
    if (typeof asked === 'string' && said !== '' && said !== asked.toLowerCase())
      return `The platform's answer speaks of ${name} ${shown(record[name])}, not of ${asked}.`;
  }
  return undefined;
}

const ENDED =
  /^(?:withdrawn|cancell?ed|deleted|removed|inactive|closed|expired|revoked|terminated|ended|retracted|void(?:ed)?|replaced|superseded|done|completed?|ok|success(?:ful)?)$/i;
/** Words that a setting was taken, and those of a switch that stands as it was wanted. */
const SET = /^(?:done|completed?|ok|success(?:ful)?|updated|changed|applied|saved|set|stored)$/i;
const ON = /^(?:active|enabled|on|protected)$/i;
const OFF = /^(?:inactive|disabled|off|unprotected)$/i;

/** The answer itself states that the offer is still live, or that the setting was not made. */
function notEnded(record: Fields, call: Call): string | undefined {
  const { method } = OPERATIONS[call.operation];
  if (method !== 'DELETE' && method !== 'PUT') return undefined;
  const contrary = wordsIn(record).find((word) => !isNeutral(word) && !proves(word, call));
  if (contrary !== undefined) return stillStands(contrary);
  if (method === 'PUT') return undefined;
  const stands = record['active'] === true || record['withdrawn'] === false || record['deleted'] === false;
  return stands ? stillStands('active') : undefined;
}

interface Made {
  /** The field with its number. */
  readonly id: string;
  /** Words of its state that say that it was made. */
  readonly words: RegExp;
  /** Fields that are false while it was not made. */
  readonly flags: RegExp;
  /** Before the word "state" in the name of a field. */
  readonly things: string;
}

const offer = (id: string, things: string): Made => ({
  id,
  words:
    /^(?:active|live|open|standing|working|placed|created|added|new|updated|amended|replaced|published|valid|accepted|firm|indicative|confirmed|done|completed?|ok|success(?:ful)?)$/i,
  flags: /^(?:is|was)?(?:active|live|placed|created|added|valid)$/,
  things: `${things}|offer`,
});
const proposal = offer('price-proposal-id', 'priceproposal|proposal');

/** What is known as made only by words that say so: there is no end to those for what is not, or not yet. */
const MADE: Partial<Record<Call['operation'], Made>> = {
  'create-request': {
    id: 'request-id',
    words:
      /^(?:active|live|open(?:ed)?|running|placed|created|added|new|sent|submitted|published|valid|accepted|confirmed|done|completed?|ok|success(?:ful)?)$/i,
    flags: /^(?:is|was)?(?:active|live|open|placed|created|added|sent|published|valid)$/,
    things: 'request|rfq',
  },
  'send-quote': offer('quotation-id', 'quotation|quote'),
  'add-proposal': proposal,
  'add-standard-spread-proposal': proposal,
  'send-counteroffer': offer('counteroffer-id', 'individualcounteroffer|counteroffer'),
  'execute-trade': {
    id: 'trade-id',
    words:
      /^(?:executed|traded|trade|final|concluded|accepted|matched|filled|booked|created|confirmed|cleared|settled|done|completed?|closed|ok|success(?:ful)?)$/i,
    flags: /^(?:is|was)?(?:executed|traded|accepted|matched|filled|booked|created|confirmed|done|completed)$/,
    things: 'trade|execution|deal|acceptance',
  },
};

/** The answer names what it made, and says in a word or a flag beside it that it is not made, or not yet. */
function notMade(value: unknown, call: Call): string | undefined {
  const made = MADE[call.operation];
  if (!made) return undefined;
  for (const record of aroundNumber(value, made.id)) {
    const fields = Object.entries(record).map(([name, said]) => [name, plain(name), textOf(said)] as const);
    const words = fields.filter(([, name, said]) => said !== '' && isStateOf(name, made));
    const contrary = words.find(([, , said]) => !isNeutral(said) && !made.words.test(said));
    if (contrary)
      return `The platform answered with success, but with the ${contrary[0]} ${shown(contrary[2])}.`;
    // An offer that is said to be live may say beside it that nobody has accepted it yet.
    const isSaid = words.some(([, , said]) => !isNeutral(said));
    const not = fields.find(
      ([, name, said]) =>
        NO.has(said) && (made.flags.test(name) || (!isSaid && /^(?:is|was)?accepted$/.test(name))),
    );
    if (not) return `The platform answered with success, but with ${not[0]} ${shown(record[not[0]])}.`;
  }
  return undefined;
}

/** What stands beside a number and says in its own words that a part was not done, or otherwise; nothing where nothing does. */
export function besideNumber(answer: HttpAnswer, call: Call): string | undefined {
  const made = MADE[call.operation];
  const body = parsedJson(answer);
  if (!made || !body.ok) return undefined;
  const said = aroundNumber(body.value, made.id)
    .flatMap((record) => Object.entries(record))
    .filter(([name, value]) => NOT_WHOLE.test(plain(name)) && isSomething(value));
  if (said.length === 0) return undefined;
  return `The platform answered with ${said.map(([name, value]) => `${name} ${shown(value)}`).join(' and ')}.`;
}

const NOT_WHOLE =
  /^(?:warnings?|(?:failed|rejected|refused|declined|skipped|invalid|excluded|blocked|unknown)\w+)$/;

const isStateOf = (name: string, { things }: Made): boolean =>
  STATES.has(name) || new RegExp(`^(?:${things})(?:state|status|result|outcome)$`).test(name);

/** The object with the number of what was made, and what it is wrapped in; not what has a number of another thing, or is beside it. */
function aroundNumber(value: unknown, id: string, depth = 0): readonly Fields[] {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => aroundNumber(one, id, depth + 1));
  const fields = fieldsOf(value);
  if (textIn(fields[id]) !== undefined) return [fields];
  const inside = Object.values(fields).flatMap((part) => aroundNumber(part, id, depth + 1));
  const isOfOther = Object.keys(fields).some((name) => name.endsWith('-id'));
  return inside.length === 0 || isOfOther ? inside : [fields, ...inside];
}

/** State of a record, under any usual field name. */
const wordsIn = (record: Fields): string[] =>
  Object.entries(record)
    .filter(([name]) => /(?:state|status|result|outcome)$/.test(plain(name)))
    .map(([, value]) => textOf(value))
    .filter((word) => word !== '');

/** A success status or `true`: it acknowledges the call, not its result. */
const isNeutral = (word: string): boolean => /^(?:2\d\d|true)$/.test(word);

function proves(word: string, { operation, body }: Call): boolean {
  if (OPERATIONS[operation].method === 'DELETE') return ENDED.test(word);
  const wanted = fieldsOf(body)['risk-management'];
  return SET.test(word) || (wanted === true && ON.test(word)) || (wanted === false && OFF.test(word));
}

const stillStands = (state: string): string =>
  `The platform answered with success, but with the state ${shown(state)}.`;

/**
 * Why an answer without a word against it does not prove that something was taken away, or set. Good words alone count: there is
 * no end to the ways in which a platform may say that it has not done it.
 */
function unproven(value: unknown, records: readonly Fields[], call: Call): string | undefined {
  const { method } = OPERATIONS[call.operation];
  if ((method !== 'DELETE' && method !== 'PUT') || value === null || value === true) return undefined;
  if (typeof value === 'string') return proves(value.trim(), call) ? undefined : UNPROVEN;
  const isBare = records.every((record) => Object.keys(record).length === 0);
  if (isBare && (method === 'DELETE' || records.length > 0)) return undefined;
  const isProven =
    records.some((record) => saysDone(record, call)) ||
    (method === 'DELETE' ? records.every((record) => isNamed(record, call)) : records.some(isRepeated));
  return isProven ? undefined : UNPROVEN;

  function isRepeated(record: Fields): boolean {
    return Object.keys(fieldsOf(call.body)).some(
      (name) => record[name] !== undefined && record[name] !== null,
    );
  }
}

/** A word of its own that it was done. */
const saysDone = (record: Fields, call: Call): boolean =>
  wordsIn(record).some((word) => proves(word, call)) ||
  Object.entries(record).some(([name, value]) => SUCCESS.has(plain(name)) && YES.has(textOf(value))) ||
  (OPERATIONS[call.operation].method === 'DELETE' &&
    (record['withdrawn'] === true || record['deleted'] === true));

/** It names what was asked for, and says nothing more. */
const isNamed = (record: Fields, { ids }: Call): boolean =>
  Object.entries(record).every(([name, value]) => {
    const asked = new Map<string, unknown>(Object.entries(ids)).get(name);
    return typeof asked === 'string' && textOf(value) === asked.toLowerCase();
  });

const UNPROVEN = 'The platform answered with success, but does not say that it is done.';

/** Fields of a create answer that must match, where money depends on them; for a setting, all fields. */
const REPEATED = new Set([
  'price',
  'spread-price',
  'price-direction',
  'quantity',
  'all-or-none',
  'kind',
  'action',
  'quotation-id',
  'price-proposal-id',
]);

function otherThanSent(record: Fields, call: Call): string | undefined {
  const { method } = OPERATIONS[call.operation];
  // Executed terms are read back from the trade itself.
  if (call.operation === 'execute-trade') return undefined;
  const sent = fieldsOf(call.body);
  const isCompared = (name: string): boolean => method === 'PUT' || REPEATED.has(name);
  for (const [name, value] of Object.entries(sent)) {
    if (isCompared(name) && !isSame(value, record[name], name === NET ? NOISE : 0))
      return differs(name, record[name], value);
  }
  return otherLegs(record, sent);
}

function otherLegs(record: Fields, sent: Fields): string | undefined {
  const wanted = listOf(sent['legs']);
  const legs = listOf(record['legs']);
  if (wanted.length === 0) return undefined;
  const [only] = wanted;
  if (wanted.length === 1 && !isSame(only?.['price'], record['price']))
    return differs('price', record['price'], only?.['price']);
  if (legs.length > 0 && legs.length !== wanted.length)
    return `The platform answered with ${legs.length} legs, and ${wanted.length} were sent.`;
  for (const [index, leg] of legs.entries()) {
    for (const [name, value] of Object.entries(wanted[index] ?? {})) {
      if (REPEATED.has(name) && !isSame(value, leg[name]))
        return differs(`legs[${index}].${name}`, leg[name], value);
    }
  }
  return undefined;
}

const differs = (name: string, said: unknown, sent: unknown): string =>
  `The platform answered with ${name} ${shown(said)}, and ${shown(sent)} was sent.`;

const SHOWN_MAX = 120;
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_MAX);

const NET = 'spread-price';
/** By this share a net price that a service computes in binary may end in noise. */
const NOISE = 1e-11;

/** Whether the answer repeats the sent value; a missing field counts as equal. */
function isSame(sent: unknown, said: unknown, noise = 0): boolean {
  if (sent === undefined || said === undefined || said === null) return true;
  if (typeof sent === 'boolean') return (sent ? YES : NO).has(textOf(said));
  const [a, b] = [textOf(sent), textOf(said)];
  return isDecimal(a) && isDecimal(b) ? sameDecimal(a, b, noise) : a === b;
}
const YES = new Set(['true', 'yes', 'on', 'enabled', '1']);
const NO = new Set(['false', 'no', 'off', 'disabled', '0']);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
