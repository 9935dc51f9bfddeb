import { requestIdOf, type Action } from '../../domain/action';
import { QUOTE_TABLE, type Mapping } from '../../domain/bulk/column';
import type { ActionId } from '../../domain/identifiers';
import type { PlannedRow } from '../app/batch-rows';
import type { BatchRun } from '../app/batch-run';
import { RESULT_HEADINGS } from '../excel/results';
import { readRows, type Intent, type RowRead } from '../quoting/row';
import { cellIn, type SheetRow } from '../quoting/table';
import { checkedRow } from './check';
import { MarketWatch, withoutQuotes, type MarketSnapshot } from './market';
import { difference, marketMoved, otherwise, planned, type Naming } from './plan';
import { TableBatch, type BatchKnown, type BatchRows, type TableBatchOptions } from './table-batch';

/** Many quotes, price proposals and withdrawals from the rows of a table. */
export class BulkQuoting extends TableBatch<RowRead> {
  constructor(options: TableBatchOptions) {
    super(options, new QuoteRows(options));
  }
}

class QuoteRows implements BatchRows<RowRead> {
  readonly kind = QUOTE_TABLE;
  readonly results = RESULT_HEADINGS;
  private readonly watching: MarketWatch;
  private tell: () => void = () => {};

  constructor(private readonly options: Pick<TableBatchOptions, 'client' | 'presses' | 'formatters'>) {
    this.watching = new MarketWatch(options.client, () => this.tell());
  }

  read(rows: readonly SheetRow[], mapping: Mapping): readonly RowRead[] {
    return readRows(rows, mapping);
  }

  follow(reads: readonly RowRead[], onChange: () => void): void {
    this.tell = onChange;
    this.watching.follow(intentsOf(reads));
  }

  close(): void {
    this.watching.close();
  }

  plan(reads: readonly RowRead[], known: BatchKnown, named: Naming): PlannedRow[] {
    return planned(reads, this.known(known), named);
  }

  isBehind({ written }: BatchKnown): boolean {
    return this.watching.isBehind(written.values());
  }

  /** After the withdrawal of what was live the market or what is live can have moved. */
  moved(
    plan: PlannedRow,
    after: 'nothing' | 'withdrawal',
    { reads, ...around }: BatchKnown & { readonly reads: readonly RowRead[] },
  ): string | undefined {
    const intent = intentsOf(reads).find(({ row }) => row === plan.row);
    const known = this.known(around);
    if (after === 'nothing') return difference(plan, intent && checkedRow(intent, known, []));
    const now = intent && checkedRow(intent, withoutQuotes(plan.withdrawn, known), []);
    if (now?.kind !== 'new') return otherwise(now);
    return now.market === plan.market ? undefined : marketMoved(plan, now);
  }

  get gatewayReplaces(): boolean {
    return this.watching.hasFourEyes;
  }

  isAbout({ body }: Action, row: SheetRow, mapping: Mapping): boolean {
    return requestIdOf(body) === String(cellIn(row, mapping, 'request-id').content).trim();
  }

  private known({ written, run }: BatchKnown): MarketSnapshot {
    const mine = idsOf(run);
    const { presses, formatters } = this.options;
    const known = this.watching.known({ written, presses: presses.all.get(), formatters });
    return {
      ...known,
      // Rows of the run that are sent and that wait are a part of it, and were counted when it was planned.
      pace: run ? undefined : known.pace,
      presses: known.presses.filter(({ id }) => !mine.has(id)),
      journal: known.journal.filter(({ id }) => !mine.has(id)),
    };
  }
}

const intentsOf = (reads: readonly RowRead[]): readonly Intent[] =>
  reads.flatMap((read) => (read.ok ? [read.intent] : []));

/** The actions of a batch: what they do is not what else happens. */
export const idsOf = (run: BatchRun | undefined): ReadonlySet<ActionId> =>
  new Set(run?.rows.get().flatMap(({ id, withdrawalIds }) => [id, ...withdrawalIds]));
