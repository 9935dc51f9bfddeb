import type { GatewayClient } from '../../client/client';
import { isFinal, type Action, type ActionBody } from '../../domain/action';
import { aboutOf } from '../../domain/actions/about';
import type { Mapping } from '../../domain/bulk/column';
import { REQUEST_TABLE } from '../../domain/bulk/request-column';
import { productWithClearing } from '../../domain/delivery/product-with-clearing';
import type { NewRequest } from '../../domain/new-request';
import { present } from '../../domain/present';
import { resourceKey, type Answer, type Resource } from '../../domain/resources/resource';
import type { PlannedRow, RowNote } from '../app/batch-rows';
import { cameToNothing, isOver } from '../app/presses';
import { dayIn } from '../app/today';
import { MADE_HEADING, RESULT_HEADINGS } from '../excel/results';
import { checkedDraft, legTitle, summaryOf, toldOf } from '../quoting/checked-draft';
import { newRequestFindings, warningsIn } from '../quoting/pre-trade-check';
import { cellIn, type SheetRow } from '../quoting/table';
import { stateSentence } from '../ui/text/action-text';
import { contractInWords } from '../ui/text/request-text';
import { idsOf } from './bulk-quoting';
import { difference, type Naming } from './plan';
import { readRequest, saysNothing } from './request-row';
import { TableBatch, type BatchKnown, type BatchRows, type TableBatchOptions } from './table-batch';

/** Many new requests from the rows of a table. */
export class RequestBatch extends TableBatch<Read> {
  constructor(options: TableBatchOptions) {
    super(options, new RequestRows(options));
  }
}

/** A row as it stands in the sheet: which product its words mean hangs on the day. */
interface Read {
  readonly row: SheetRow;
  readonly mapping: Mapping;
}

const OPEN = { kind: 'open-requests' } as const;
const JOURNAL = { kind: 'journal' } as const;
const LIMITS = { kind: 'limits' } as const;
const STATUS = { kind: 'status' } as const;

type Recipients = Extract<Resource, { kind: 'recipients' }>;

class RequestRows implements BatchRows<Read> {
  readonly kind = REQUEST_TABLE;
  readonly results = [...RESULT_HEADINGS, MADE_HEADING];
  readonly gatewayReplaces = false;
  private readonly watches = new Map<string, { answer: Answer; readonly stop: () => void }>();
  private tell: () => void = () => {};

  constructor(private readonly options: Pick<TableBatchOptions, 'client' | 'presses' | 'formatters'>) {}

  read(rows: readonly SheetRow[], mapping: Mapping): readonly Read[] {
    return rows.flatMap((row) => (saysNothing(row, mapping) ? [] : [{ row, mapping }]));
  }

  follow(_reads: readonly Read[], onChange: () => void): void {
    this.tell = onChange;
    for (const resource of [OPEN, JOURNAL, LIMITS, STATUS]) this.watch(resource);
  }

  close(): void {
    for (const { stop } of this.watches.values()) stop();
    this.watches.clear();
  }

  plan(reads: readonly Read[], known: BatchKnown, named: Naming): PlannedRow[] {
    const drafts = reads.map((read) => this.requestOf(read));
    return reads.map(({ row }, at): PlannedRow => {
      const twins = reads.flatMap((other, place) =>
        place !== at && isSame(drafts[place], drafts[at]) ? [other.row.row + 1] : [],
      );
      const planned = this.checked(row, drafts[at], { known, twins });
      if (planned.kind !== 'new') return planned.before ? { ...planned, id: planned.before.id } : planned;
      return { ...planned, id: named(row, planned) };
    });
  }

  /** A request that was made stands in the journal, which says both. */
  isBehind(): boolean {
    return false;
  }

  moved(
    plan: PlannedRow,
    _after: 'nothing' | 'withdrawal',
    { reads, ...known }: BatchKnown & { readonly reads: readonly Read[] },
  ): string | undefined {
    const read = reads.find(({ row }) => row.row === plan.row);
    return difference(
      plan,
      read && this.checked(read.row, this.requestOf(read), { known: { ...known, written: NONE }, twins: [] }),
    );
  }

  isAbout({ body }: Action, row: SheetRow, mapping: Mapping): boolean {
    const market = String(cellIn(row, mapping, REQUEST_TABLE.key).content).trim();
    return body.kind === 'create-request' && body.draft.legs[0].market === market;
  }

  /** What a row asks for, by the form's own check. */
  private requestOf({ row, mapping }: Read): Asked {
    const status = this.answer(STATUS).value;
    if (!status) return { state: 'waiting' };
    const read = readRequest(row, mapping, dayIn(status.zone, this.options.client.clock.now()));
    if (!read.ok) return { state: 'wrong', words: read.faults.join(' ') };
    const { problems, request } = checkedDraft(read.draft);
    if (request) return { state: 'known', request };
    const several = read.draft.kind !== 'single';
    const words = problems.map(({ path, text }) => {
      const leg = /^legs\[(\d)\]/.exec(path)?.[1];
      return leg === undefined || !several ? text : `${legTitle(read.draft, Number(leg))}: ${text}`;
    });
    return { state: 'wrong', words: words.join(' ') };
  }

  private checked(
    { row, written }: SheetRow,
    asked: Asked | undefined,
    { known, twins }: { readonly known: BatchKnown; readonly twins: readonly number[] },
  ): Omit<PlannedRow, 'id'> {
    const isKnown = [OPEN, JOURNAL, LIMITS].every((resource) => {
      const { value, failure } = this.answer(resource);
      return value !== undefined || failure !== undefined;
    });
    if (!asked || asked.state === 'waiting' || !isKnown)
      return still(row, 'waiting', 'Waiting for the desk.');
    if (asked.state === 'wrong') return still(row, 'wrong', asked.words);
    const { request } = asked;
    const about = contractInWords(request) ?? 'single request';
    const product = productWithClearing(toldOf(request));
    const told = { about, product };
    if (twins.length > 0) {
      const rows = twins.length === 1 ? `Row ${twins.join('')} asks` : `Rows ${twins.join(', ')} ask`;
      return { ...still(row, 'wrong', `${rows} for the same. Change one, or remove it.`), ...told };
    }
    const before = sentBefore(request, written, known);
    if (before) return { ...still(row, 'sent', before.words), ...told, before: before.action };
    const body: ActionBody = { kind: 'create-request', draft: request };
    if (this.isUnderWay(body, known)) {
      return {
        ...still(row, 'wrong', 'Held back: this request may have been made already. See Journal.'),
        ...told,
      };
    }
    const findings = newRequestFindings(
      request,
      { markets: this.markets(), now: this.options.client.clock.now() },
      this.answer(LIMITS).value,
    );
    const blocks = findings.filter(({ level }) => level === 'block').map(({ text }) => text);
    if (blocks.length > 0) return { ...still(row, 'wrong', blocks.join(' ')), ...told };
    const shown = summaryOf(request, this.options.formatters);
    const notes = [
      ...findings.map(({ level, code, text, accepts }): RowNote => ({
        level: level === 'warn' ? 'warn' : 'note',
        code,
        text,
        ...present({ accepts }),
      })),
      ...this.strangers(request),
    ];
    return {
      row,
      ...told,
      kind: 'new',
      words: shown,
      notes,
      withdrawn: [],
      send: { body, shown, accepted: warningsIn(findings) },
      content: JSON.stringify(['new', body, shown]),
    };
  }

  /** Whether this very request is on its way, or may have been made, here or from another book. */
  private isUnderWay(body: ActionBody, { run }: BatchKnown): boolean {
    const mine = idsOf(run);
    const about = aboutOf(body);
    return (
      this.options.presses.all
        .get()
        .some((press) => press.about === about && !isOver(press) && !mine.has(press.id)) ||
      (this.answer(JOURNAL).value ?? []).some(
        (action) => !isFinal(action) && !mine.has(action.id) && aboutOf(action.body) === about,
      )
    );
  }

  private markets(): string[] {
    const open = this.answer(OPEN).value?.records ?? [];
    return open.flatMap(({ legs }) => legs.flatMap(({ market }) => market ?? []));
  }

  /** Named recipients that the platform does not suggest: the form offers none but those. */
  private strangers({ legs, recipients }: NewRequest): RowNote[] {
    if (recipients.length === 0) return [];
    const answers = legs.map(({ commodity, market }) => this.answer(this.asked({ commodity, market })));
    const isKnown = answers.every(({ value }) => value !== undefined);
    const names = new Set(answers.flatMap(({ value }) => (value?.records ?? []).map(({ name }) => name)));
    const others = recipients.filter((name) => !names.has(name));
    if (isKnown && others.length === 0) return [];
    const text = isKnown
      ? `The platform does not suggest ${others.join(', ')} for these legs: check the name.`
      : 'The recipients that the platform suggests are not known: check the names.';
    return [{ level: 'warn', code: 'recipient', text }];
  }

  private asked({ commodity, market }: { commodity: string; market: string }): Recipients {
    const resource: Recipients = { kind: 'recipients', commodity, market };
    this.watch(resource);
    return resource;
  }

  private watch(resource: Resource): void {
    const key = resourceKey(resource);
    if (this.watches.has(key)) return;
    const watch: { answer: Answer; stop: () => void } = { answer: { state: 'waiting' }, stop: () => {} };
    this.watches.set(key, watch);
    const client: Pick<GatewayClient, 'watch'> = this.options.client;
    watch.stop = client.watch(resource, (answer) => {
      watch.answer = answer;
      this.tell();
    });
  }

  private answer<R extends Resource>(resource: R): Answer<R> {
    // Each key holds what the watch on its own resource said.
    return (this.watches.get(resourceKey(resource))?.answer as Answer<R> | undefined) ?? { state: 'waiting' };
  }
}

type Asked =
  | { readonly state: 'known'; readonly request: NewRequest }
  | { readonly state: 'wrong'; readonly words: string }
  | { readonly state: 'waiting' };

const isSame = (a: Asked | undefined, b: Asked | undefined): boolean =>
  a?.state === 'known' && b?.state === 'known' && JSON.stringify(a.request) === JSON.stringify(b.request);

const NONE: BatchKnown['written'] = new Map();

/** What the desk took of this row before, or of the row that stood here, and what did not come to nothing. */
function sentBefore(
  request: NewRequest,
  id: SheetRow['written'],
  { written }: BatchKnown,
): { readonly action: Action; readonly words: string } | undefined {
  const isIt = (action: Action): boolean =>
    !cameToNothing(action) &&
    action.body.kind === 'create-request' &&
    JSON.stringify(action.body.draft) === JSON.stringify(request);
  const own = id === undefined ? undefined : written.get(id);
  const action = own && isIt(own) ? own : [...written.values()].find(isIt);
  if (!action) return undefined;
  const where = action === own ? 'its “desk action” cell' : `the “desk action” cell with ${action.id}`;
  const words = `${stateSentence(action.state, action)} Already sent. To send it again, clear ${where}.`;
  return { action, words };
}

const still = (
  row: number,
  kind: 'sent' | 'wrong' | 'waiting',
  words: string,
): Omit<PlannedRow, 'id' | 'about'> & { readonly about: string } => ({
  row,
  about: 'new request',
  kind,
  words,
  notes: [],
  withdrawn: [],
  content: JSON.stringify([kind, words]),
});
