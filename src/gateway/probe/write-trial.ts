import { readErrors } from '../../contract/service/api-error';
import { proposalOperation, type OperationName } from '../../contract/service/operations';
import type { BodyKind } from '../../contract/service/mapping';
import type { BodyOf, Before, Made } from '../../domain/action';
import type { Failure, Outcome } from '../../domain/failure';
import { QuoteId, type RequestId } from '../../domain/identifiers';
import { pricesToType, sentPrice, sentPrices } from '../../domain/offer-price';
import {
  lastSeenOf,
  restOf,
  type Counteroffer,
  type Direction,
  type Proposal,
  type Quote,
} from '../../domain/offers';
import { sameLastSeen, type Price } from '../../domain/price';
import { comparedQuantities, quantityOf, type Quantity } from '../../domain/quantity';
import type { Listing } from '../../domain/record';
import { quantityLeft, type Request } from '../../domain/request';
import { sameName, type Seen } from '../../domain/verdict/evidence';
import { pause, type Clock } from '../../effects/clock';
import { execute } from '../actions/execute';
import { unreadableIn, type IdField } from '../actions/kinds/before';
import { rulesOf, verdict } from '../actions/kinds/kinds';
import { plain } from '../platform/contradiction';
import type { Call } from '../platform/attempts';
import type { HttpAnswer } from '../platform/http';
import { parsedJson } from '../platform/json';
import type { Service } from '../platform/operations';
import { blotted, namesIn } from './blot';
import type { Findings } from './findings';

/** Where the actions are tried: a request of a test environment, at a price that a person chose. */
export interface Trial {
  readonly requestId: RequestId;
  /** As they are typed on a ticket: one, or one for each leg. */
  readonly prices: readonly Price[];
  /** Without it one unit, or the whole where a request takes no part. */
  readonly quantity?: Quantity;
}

/** At most so many calls for each request. */
export const TRIAL_READS_MAX = 40;
export const TRIAL_WRITES_MAX = 5;

interface TrialPorts {
  readonly service: Service;
  readonly clock: Clock;
  readonly zone: string;
  readonly ownName?: string | undefined;
  readonly provesNotExecuted: readonly number[];
  readonly findings: Findings;
  readonly answers: HeardAnswers;
  /** A person says yes to one step. Nothing is sent without it. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Tells the person at the terminal how it goes: prices and identifiers may stand in it. */
  readonly tell: (line: string) => void;
}

/** The last answer to each operation, with the names of the fields that were sent. */
export class HeardAnswers {
  private readonly last = new Map<
    OperationName,
    { readonly answer: HttpAnswer; readonly sent: ReadonlySet<string> }
  >();

  readonly hear = (call: Call, answer: HttpAnswer): void => {
    const sent = new Set<string>();
    fieldNames(jsonOf(call.bodyText ?? JSON.stringify(call.body ?? null)), sent);
    this.last.set(call.operation, { answer, sent });
  };

  of(operation: OperationName) {
    return this.last.get(operation);
  }
}

type OfferBody = BodyOf<'send-quote' | 'send-proposal' | 'send-counteroffer'>;
type AnyOffer = Quote | Proposal | Counteroffer;

interface OfferKind {
  readonly noun: string;
  readonly body: BodyKind;
  readonly list: 'quotes' | 'proposals' | 'counteroffers';
  readonly idField: IdField;
  readonly operation: (body: OfferBody) => OperationName;
  readonly path: (operation: OperationName) => string;
  readonly idOf: (made: Made) => string | undefined;
}

const OFFERS: Readonly<Record<OfferBody['kind'], OfferKind>> = {
  'send-quote': {
    noun: 'quote',
    body: 'quote',
    list: 'quotes',
    idField: 'quotation-id',
    operation: () => 'send-quote',
    path: () => 'sendQuote',
    idOf: ({ quoteId }) => quoteId,
  },
  'send-proposal': {
    noun: 'price proposal',
    body: 'proposal',
    list: 'proposals',
    idField: 'price-proposal-id',
    operation: ({ price }) => proposalOperation(price.shape),
    path: (operation) => (operation === 'add-proposal' ? 'addProposal' : 'addStandardSpreadProposal'),
    idOf: ({ proposalId }) => proposalId,
  },
  'send-counteroffer': {
    noun: 'counteroffer',
    body: 'counteroffer',
    list: 'counteroffers',
    idField: 'counteroffer-id',
    operation: () => 'send-counteroffer',
    path: () => 'sendCounteroffer',
    idOf: ({ counterofferId }) => counterofferId,
  },
};

/** What takes back an offer of a kind; a counteroffer has nothing (interface document, section 4). */
interface TakingBack {
  readonly body: BodyOf<'withdraw-quote' | 'delete-proposals'>;
  readonly path: string;
  readonly verb: string;
}

const LOOKS_MAX = 3;
const LOOK_MS = 1_500;
const SEND_WITHIN_MS = 10_000;
/** Nothing is there under that address, or not with that method. */
const ANOTHER_ADDRESS = new Set([404, 405, 410, 501]);
const WRONG_BODY = new Set([400, 415, 422]);

/**
 * Tries the actions on one request: a quote and its withdrawal, a price proposal and its deletion, a counteroffer. Each is
 * checked, written and sent by the parts that send a person's press, once, after a yes of its own. What is put up is
 * taken back, and what cannot be is named.
 */
export class WriteTrial {
  readonly notes: string[] = [];
  private readonly namesSeen = new Set<string>();
  private reads = 0;
  private writes = 0;
  private readonly spent = new AbortController();

  constructor(
    private readonly ports: TrialPorts,
    private readonly trial: Trial,
  ) {}

  get callsMade(): number {
    return this.reads + this.writes;
  }

  /** Names of companies that came with the records: they are shown nowhere. */
  get names(): readonly string[] {
    return [...this.namesSeen];
  }

  async run(): Promise<void> {
    const { requestId, prices } = this.trial;
    const read = await this.ports.service.request(requestId, this.ask);
    if (!read.ok) return this.note(`Request ${requestId} could not be read, so nothing was sent.`);
    const request = read.value;
    this.hide(request.raw);
    const wanted = pricesToType(request);
    const price = sentPrice(request, sentPrices(request, prices));
    if (prices.length !== wanted || !price)
      return this.note(`Request ${requestId} wants ${wanted} prices, such as --price 1/2. Nothing was sent.`);
    const { allOrNone } = request;
    const terms = { requestId, price, quantity: this.quantityOn(request), allOrNone: allOrNone === true };
    const { quantity } = terms;
    if (quantity === undefined)
      return this.note(`Request ${requestId} states no quantity: say --quantity. Nothing was sent.`);
    const of = (role: 'initiator' | 'recipient') => ({
      ...terms,
      quantity,
      direction: directionOf(request, role),
    });
    if (request.role !== 'initiator') await this.quote({ kind: 'send-quote', ...of('recipient') });
    await this.proposal({
      kind: 'send-proposal',
      proposalKind: 'indicative',
      ...of(request.role === 'initiator' ? 'initiator' : 'recipient'),
    });
    if (request.role !== 'recipient') await this.counteroffer(of('initiator'));
  }

  private async quote(body: BodyOf<'send-quote'>): Promise<void> {
    const { id } = await this.offered(body, 'It is withdrawn in the next step.');
    if (id === undefined) return;
    const { requestId } = body;
    await this.takenBack(id, OFFERS['send-quote'], {
      body: { kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse(id) },
      path: 'paths.withdrawQuote',
      verb: 'Withdraw',
    });
  }

  private async proposal(body: BodyOf<'send-proposal'>): Promise<void> {
    const { requestId } = body;
    const there = await this.listed(OFFERS['send-proposal']);
    const count = there.ok ? there.value.records.length : 0;
    const replaced = count > 0 ? ` It takes the place of ${count} that are there.` : '';
    const { id, isOpen } = await this.offered(body, `It is deleted in the next step.${replaced}`);
    const deletion = { kind: 'delete-proposals', requestId } as const;
    if (id === undefined) return isOpen ? this.deletedUnseen(deletion) : undefined;
    await this.takenBack(id, OFFERS['send-proposal'], {
      body: deletion,
      path: 'paths.deleteProposals',
      verb: 'Delete',
    });
  }

  /** One that may be up and whose number nobody knows goes with all of its request. */
  private async deletedUnseen(body: BodyOf<'delete-proposals'>): Promise<void> {
    const which = `the price proposals on request ${body.requestId}`;
    if (!(await this.confirmed(`A price proposal may be up, and no list shows it. Delete ${which}?`))) return;
    this.writes += 1;
    const sent = await execute(body, this.ports.service, {});
    const became = sent.type === 'done' ? 'were deleted' : 'may still be up: look in the web client';
    this.note(`${capital(which)} ${became}.`);
  }

  private async counteroffer(terms: Omit<BodyOf<'send-counteroffer'>, 'kind' | 'quoteId'>): Promise<void> {
    const quotes = await this.ports.service.quotes(terms.requestId, this.ask);
    const answered = quotes.ok ? quotes.value.records.find(({ state }) => state === 'active') : undefined;
    if (!answered)
      return this.note(`Request ${terms.requestId} has no active quote that a counteroffer could answer.`);
    const { id } = await this.offered(
      { kind: 'send-counteroffer', quoteId: answered.id, ...terms },
      `It answers quote ${answered.id}, and no call of the interface takes it back: it stays.`,
    );
    if (id !== undefined)
      this.note(
        `Counteroffer ${id} on request ${terms.requestId} is still up: no call of the interface takes one back.`,
      );
  }

  /** Puts an offer up and reads it back. `id`: its number, where that is known. `isOpen`: whether it is up is not known. */
  private async offered(body: OfferBody, after: string): Promise<{ id?: string; isOpen?: boolean }> {
    const kind = OFFERS[body.kind];
    const { clock, service, zone } = this.ports;
    const told = `${described(body)} on request ${body.requestId}`;
    if (!(await this.confirmed(`Send ${kind.noun}: ${told}? ${after}`))) {
      this.note(`No ${kind.noun} was sent: it was not confirmed.`);
      return {};
    }
    const rules = rulesOf(body);
    const ready = await rules.prepare(body, { service, clock, zone, now: clock.now(), ask: this.ask });
    if (!ready.ok) {
      this.ports.tell(`${ready.failure.message} ${ready.failure.next}`);
      this.note(`No ${kind.noun} was sent: the desk's own check refused it (${ready.failure.kind}).`);
      return {};
    }
    const { before, request } = ready.value;
    const sentAt = clock.now();
    this.writes += 1;
    const sent = await execute(body, service, {
      sendBy: sentAt + SEND_WITHIN_MS,
      ...(request && { request }),
    });
    const failure = 'failure' in sent ? sent.failure : undefined;
    const wasHeard = failure === undefined || failure.service !== undefined || sent.type === 'lost';
    const known = sent.type === 'done' ? kind.idOf(sent) : undefined;
    const id = known ?? (wasHeard ? await this.found(body, before, sentAt, kind) : undefined);
    if (failure) this.refused(body, { failure, isOpen: sent.type === 'lost', id });
    if (id === undefined) return { isOpen: sent.type === 'lost' };
    this.ports.tell(`The ${kind.noun} is up: ${id}.`);
    const operation = kind.operation(body);
    this.ports.findings.holds(`paths.${kind.path(operation)}`, `A ${kind.noun} was taken there.`);
    await this.readBack(body, id, kind);
    return { id };
  }

  /**
   * An offer of which no answer said the number: as the product finds it, else the only new one at the price that was sent,
   * for terms that were overlooked are what is looked for.
   */
  private async found(
    body: OfferBody,
    before: Before,
    sentAt: number,
    kind: OfferKind,
  ): Promise<string | undefined> {
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      await pause(this.ports.clock, LOOK_MS);
      const list = await this.listed(kind);
      if (!list.ok) continue;
      const own = this.ports.ownName === undefined ? {} : { ownName: this.ports.ownName };
      const evidence = { [kind.list]: seenIn<AnyOffer>(list.value, kind.idField), ...own };
      const proven = verdict({ body, before, sentAt }, evidence);
      if (proven.verdict === 'done') return kind.idOf(proven);
      const known = new Set([before.quoteIds, before.proposalIds, before.counterofferIds].flat());
      const near = list.value.records.filter(
        (record) =>
          !known.has(record.id) &&
          isPricedAs(body, record) &&
          (this.ports.ownName === undefined ||
            record.counterparty === undefined ||
            sameName(record.counterparty, this.ports.ownName)),
      );
      const [only, second] = near;
      if (only && !second) return only.id;
      if (only) {
        const ids = near.map(({ id }) => id).join(', ');
        this.note(
          `What was sent may be ${kind.noun} ${ids} on request ${body.requestId}: look in the web client.`,
        );
        return undefined;
      }
    }
    return undefined;
  }

  /** What a refused or an unclear answer says of the profile. `id`: it was executed all the same. */
  private refused(
    body: OfferBody,
    { failure, isOpen, id }: { failure: Failure; isOpen: boolean; id: string | undefined },
  ): void {
    const { findings, answers, provesNotExecuted, tell } = this.ports;
    const kind = OFFERS[body.kind];
    const operation = kind.operation(body);
    const status = failure.service?.status;
    const heard = answers.of(operation);
    tell(`${failure.message} ${failure.next}`);
    const key = `mapping.bodies.${kind.body}`;
    if (id !== undefined) {
      this.note(`The answer to the ${kind.noun} did not say that it was taken, and it was.`);
      if (status !== undefined && status >= 400 && provesNotExecuted.includes(status))
        findings.contradicted(
          'auth.provesNotExecuted',
          `A ${kind.noun} was refused with status ${status}, and is there.`,
        );
      return;
    }
    if (isOpen) {
      this.note(
        `Whether a ${kind.noun} is up on request ${body.requestId} is not known: look in the web client.`,
      );
      return findings.unknown(key, 'The answer does not say whether it was taken, and no list shows it.');
    }
    const evidence = heard ? { evidence: blotted(jsonIn(heard.answer), heard.sent) } : {};
    this.note(`No ${kind.noun} was taken${status === undefined ? '' : ` (status ${status})`}.`);
    if (status !== undefined && (ANOTHER_ADDRESS.has(status) || failure.kind === 'unsupported'))
      return findings.contradicted(
        `paths.${kind.path(operation)}`,
        `It answered with status ${status}, though the request itself was read a moment before.`,
        evidence,
      );
    if (status === undefined || !WRONG_BODY.has(status) || !heard)
      return findings.unknown(key, 'It was refused for another reason than its body.', evidence);
    const strange = strangeFields(heard.answer.body, heard.sent);
    if (strange.length === 0) return findings.unknown(key, `It was refused with status ${status}.`, evidence);
    findings.contradicted(key, `It was refused, and ${strange.length} fields are named as wrong.`, {
      evidence: blotted({ fields: strange, answer: jsonIn(heard.answer) }, new Set(strange)),
    });
  }

  /** Compares what is listed with what was sent. */
  private async readBack(body: OfferBody, id: string, kind: OfferKind): Promise<void> {
    const { findings } = this.ports;
    const key = `mapping.bodies.${kind.body}`;
    const { record, unreadable } = await this.look(id, kind);
    if (!record) {
      findings.unknown(
        key,
        unreadable
          ? `The ${kind.noun} is listed, and its record cannot be read.`
          : `The ${kind.noun} was taken, and no list shows it.`,
      );
      return;
    }
    const evidence = { evidence: blotted(record.raw) };
    const terms = termsOf(body, record);
    const other = terms.filter(({ is }) => is === 'other').map(({ name }) => name);
    const unsaid = terms.filter(({ is }) => is === 'unsaid').map(({ name }) => name);
    const isPerLeg = body.price.shape === 'per-leg';
    if (other.length > 0)
      findings.contradicted(
        other.every((name) => name === 'price') && isPerLeg ? 'mapping.bodies.offer-leg' : key,
        `The ${kind.noun} was listed with another ${other.join(', ')} than was sent.`,
        evidence,
      );
    else if (unsaid.length > 0)
      findings.unknown(key, `The list does not say its ${unsaid.join(', ')}.`, evidence);
    else {
      findings.holds(key, `A ${kind.noun} was listed as it was sent.`);
      if (isPerLeg)
        findings.holds('mapping.bodies.offer-leg', `The leg prices of a ${kind.noun} were listed as sent.`);
    }
    this.ownName(record);
  }

  private ownName({ counterparty }: AnyOffer): void {
    const { findings, ownName } = this.ports;
    const key = 'records.ownName';
    if (counterparty === undefined) findings.holds(key, 'Offers name nobody, so no name is needed.');
    else if (ownName === undefined)
      findings.unknown(key, 'Offers have a name, which the desk learns from its first one.');
    else if (sameName(counterparty, ownName)) findings.holds(key, 'An own offer was listed under it.');
    else findings.contradicted(key, 'An own offer was listed under another name.');
  }

  /** Takes an offer back and looks whether it is gone. */
  private async takenBack(id: string, kind: OfferKind, { body, path, verb }: TakingBack): Promise<void> {
    const { service, findings, tell, answers } = this.ports;
    const stays = (why: string): void => {
      const line = `${capital(kind.noun)} ${id} on request ${body.requestId} ${why}: take it back in the web client.`;
      tell(line);
      this.note(line);
    };
    const asked = `${verb} ${kind.noun} ${id} again? Compare its price, side and quantity in the web client before.`;
    if (!(await this.confirmed(asked))) return stays('is still up, for its withdrawal was not confirmed');
    this.writes += 1;
    const sent = await execute(body, service, {});
    const isDone = sent.type === 'done';
    const failure = 'failure' in sent ? sent.failure : undefined;
    const status = failure?.service?.status;
    const left = await this.left(id, kind);
    if (left === 'over') {
      if (isDone) findings.holds(path, `It took the ${kind.noun} back.`);
      else findings.unknown(path, `The ${kind.noun} is gone, and the answer did not say so.`);
      return tell(`The ${kind.noun} is gone.`);
    }
    if (left === 'unreadable') {
      findings.contradicted(
        `mapping.words.${kind.body === 'quote' ? 'quote' : 'proposal'}-state`,
        `The ${kind.noun} could be read before it was taken back, and cannot be since.`,
      );
      return stays('cannot be read any more');
    }
    const heard = answers.of(body.kind === 'withdraw-quote' ? 'withdraw-quote' : 'delete-proposals');
    const evidence = heard ? { evidence: blotted(jsonIn(heard.answer)) } : {};
    if (failure) tell(`${failure.message} ${failure.next}`);
    if (isDone && left === 'lives')
      findings.contradicted(
        path,
        `It answered with success, and the ${kind.noun} is still listed.`,
        evidence,
      );
    else if (status !== undefined && ANOTHER_ADDRESS.has(status))
      findings.contradicted(path, `It answered with status ${status}.`, evidence);
    else findings.unknown(path, 'What its answer means is not clear.', evidence);
    stays(left === 'lives' ? 'is still up' : 'may still be up');
  }

  /** Whether an offer can still be accepted, by its list. */
  private async left(id: string, kind: OfferKind): Promise<'lives' | 'over' | 'unreadable' | 'unknown'> {
    let last: 'lives' | 'unreadable' | 'unknown' = 'unknown';
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      if (look > 0) await pause(this.ports.clock, LOOK_MS);
      const list = await this.listed(kind);
      if (!list.ok) continue;
      const record = list.value.records.find((one) => one.id === id);
      const isHidden = unreadableIn(list.value, kind.idField).ids.includes(id);
      if (!record && !isHidden) return 'over';
      if (record && restOf({ ...record, state: record.state ?? 'active' }) === 'over') return 'over';
      last = isHidden ? 'unreadable' : 'lives';
    }
    return last;
  }

  /** The record with this number, once the list has it. */
  private async look(id: string, kind: OfferKind): Promise<{ record?: AnyOffer; unreadable: boolean }> {
    let unreadable = false;
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      if (look > 0) await pause(this.ports.clock, LOOK_MS);
      const list = await this.listed(kind);
      if (!list.ok) continue;
      const record = list.value.records.find((one) => one.id === id);
      if (record) return { record, unreadable };
      unreadable = unreadableIn(list.value, kind.idField).ids.includes(id);
      if (unreadable) break;
    }
    return { unreadable };
  }

  private async listed({ list }: OfferKind): Promise<Outcome<Listing<AnyOffer>>> {
    const read: Outcome<Listing<AnyOffer>> = await this.ports.service[list](this.trial.requestId, this.ask);
    if (read.ok) read.value.records.forEach(({ raw }) => this.hide(raw));
    return read;
  }

  private quantityOn(request: Request): Quantity | undefined {
    if (this.trial.quantity !== undefined) return this.trial.quantity;
    const whole = quantityLeft(request);
    const one = quantityOf('1');
    const takesParts = request.allOrNone === false;
    if (whole === undefined || whole === '0') return undefined;
    if (one === undefined) return whole;
    return takesParts && comparedQuantities(one, whole) < 0 ? one : whole;
  }

  private async confirmed(question: string): Promise<boolean> {
    try {
      return await this.ports.confirm(`${question} (y/n) `);
    } catch {
      return false;
    }
  }

  /** How everything here is read; nothing more once the calls of the trial are used. */
  private get ask() {
    return {
      lane: 'submit',
      signal: this.spent.signal,
      left: () => {
        this.reads += 1;
        if (this.reads >= TRIAL_READS_MAX) this.spent.abort();
      },
    } as const;
  }

  private hide(raw: unknown): void {
    for (const name of namesIn(raw)) this.namesSeen.add(name);
  }

  private note(text: string): void {
    this.notes.push(text);
  }
}

/** The buyer of leg 1 bids and receives asks; its seller asks and receives bids. */
function directionOf({ legs }: Pick<Request, 'legs'>, role: 'initiator' | 'recipient'): Direction {
  const buys = legs[0]?.action === 'buy';
  return buys === (role === 'initiator') ? 'bid' : 'ask';
}

function described({ direction, price, quantity, allOrNone }: OfferBody): string {
  const seen = lastSeenOf(price);
  const prices = seen.type === 'standard-spread' ? seen.spreadPrice : seen.legPrices.join(' / ');
  return `${direction} ${prices} for ${quantity}${allOrNone ? ', all or none' : ''}`;
}

const isPricedAs = ({ price }: OfferBody, record: AnyOffer): boolean =>
  price.shape === record.price.shape && sameLastSeen(lastSeenOf(price), lastSeenOf(record.price));

/** Each term that was sent, by how the record states it. */
function termsOf(body: OfferBody, record: AnyOffer): { name: string; is: 'same' | 'other' | 'unsaid' }[] {
  const by = (name: string, sent: unknown, stated: unknown) => ({
    name,
    is: stated === undefined ? ('unsaid' as const) : sent === stated ? ('same' as const) : ('other' as const),
  });
  return [
    by('price', true, isPricedAs(body, record)),
    by('direction', body.direction, record.direction),
    by('quantity', body.quantity, record.quantity),
    by('all-or-none', body.allOrNone, record.allOrNone),
    ...(body.kind === 'send-proposal' && 'kind' in record
      ? [by('kind', body.proposalKind, record.kind)]
      : []),
    ...(body.kind === 'send-counteroffer' && 'quoteId' in record
      ? [by('quotation-id', body.quoteId, record.quoteId)]
      : []),
  ];
}

const seenIn = <T>(list: Listing<T>, field: IdField): Seen<T> => ({
  records: list.records,
  complete: list.unreadable.length === 0,
  unreadable: unreadableIn(list, field),
});

const WANTED =
  /required|missing|mandatory|expected|must (?:not be (?:null|blank|empty)|be (?:given|present))/i;
const UNKNOWN_FIELD = /unknown|unexpected|unrecogni[sz]ed|additional|not[- _]?(?:allowed|known|applicable)/i;

/** Fields that a refusal wants and that were not sent, or that were sent and that it does not know. */
function strangeFields(body: string, sent: ReadonlySet<string>): readonly string[] {
  const names = new Set([...sent].map(plain));
  const strange = readErrors(body).flatMap(({ field, code = '', message }) => {
    const name = field?.split(/[./[\]]+/).findLast((step) => step !== '' && !/^\d+$/.test(step));
    if (name === undefined || !/^[A-Za-z_$][\w-]{0,39}$/.test(name)) return [];
    const rule = names.has(plain(name)) ? UNKNOWN_FIELD : WANTED;
    return rule.test(`${code} ${message}`) ? [name] : [];
  });
  return [...new Set(strange)];
}

function fieldNames(value: unknown, into: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) into.add(name);
    fieldNames(part, into);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const jsonIn = (answer: HttpAnswer): unknown => {
  const read = parsedJson(answer);
  return read.ok ? read.value : answer.body === '' ? 'nothing' : 'no JSON';
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
