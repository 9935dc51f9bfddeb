import type { ActionId } from '../../src/domain/identifiers';
import type { GatewayClient } from '../../src/client/client';
import { BulkQuoting } from '../../src/taskpane/bulk/bulk-quoting';
import type { RunRow } from '../../src/taskpane/app/batch-rows';
import { Commands } from '../../src/taskpane/app/commands';
import { Observable } from '../../src/taskpane/app/observable';
import type { Office } from '../../src/taskpane/app/office';
import { openPaneContext, type PaneContext } from '../../src/taskpane/app/context';
import type { Content } from '../../src/taskpane/excel/reading';
import { MemorySheet } from '../taskpane/memory-sheet';
import type { WholeSystem } from './whole-system';

const HEADINGS = ['request-id', 'direction', 'price', 'quantity', 'all-or-none', 'action'];

/** A workbook with an armed pane, its room for bulk quotes and one sheet, at a whole system. */
export class Workbook {
  readonly sheet = new MemorySheet();
  private constructor(
    private readonly system: WholeSystem,
    readonly client: GatewayClient,
    readonly pane: PaneContext,
    readonly bulk: BulkQuoting,
  ) {}

  static async open(system: WholeSystem): Promise<Workbook> {
    const client = system.openPage();
    const office = new Observable<Office>({ kind: 'browser' });
    const pane = openPaneContext({
      client,
      commands: new Commands(),
      office,
      locale: 'en-GB',
      timeZone: 'UTC',
    });
    const { presses, formatters, arm } = pane;
    const isArmed = (): boolean => arm.armed;
    const bulk = new BulkQuoting({ client, presses, formatters, isArmed, sheet: () => workbook.sheet });
    const workbook: Workbook = new Workbook(system, client, pane, bulk);
    pane.bulk.set(bulk);
    let signedIn = false;
    client.watch({ kind: 'status' }, ({ value }) => void (signedIn = value?.signedIn ?? false));
    await system.until('the desk is signed in', async () => {
      // A round trip in each look, so that no clock outruns the network.
      await system.calls();
      return signedIn;
    });
    arm.turn(true);
    return workbook;
  }

  /** Fills the sheet, checks it, and waits until the plan is shown. */
  async check(rows: readonly (readonly Content[])[]): Promise<void> {
    this.sheet.put('Sheet1!A1', [HEADINGS, ...rows]);
    void this.bulk.check();
    await this.system.until('the plan is shown', async () => {
      await this.system.calls();
      return this.bulk.state.get().phase === 'shown';
    });
  }

  /** One press of what is shown. It is on its way then. */
  async press(): Promise<void> {
    this.pane.arm.used();
    await this.bulk.press();
  }

  get rows(): readonly RunRow[] {
    return this.bulk.state.get().run ?? [];
  }

  get ids(): readonly ActionId[] {
    return this.rows.map(({ id }) => id);
  }

  async untilOver(): Promise<void> {
    await this.system.until('the batch is over', async () => {
      await this.system.calls();
      return this.bulk.state.get().phase === 'over';
    });
  }
}
