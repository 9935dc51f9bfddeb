import type { ActionId } from '../../src/domain/identifiers';
import type { DeskClient } from '../../src/client/client';
import { BulkDesk } from '../../src/taskpane/bulk/bulk-desk';
import type { RunRow } from '../../src/taskpane/bulk/run-row';
import { Errands } from '../../src/taskpane/errands';
import { Late } from '../../src/taskpane/late/late';
import { Observable } from '../../src/taskpane/observable';
import type { Office } from '../../src/taskpane/office';
import { openPaneDesk, type PaneDesk } from '../../src/taskpane/pane-desk';
import type { Content } from '../../src/taskpane/sheet/row';
import { MemorySheet } from '../taskpane/memory-sheet';
import type { WholeSystem } from './whole-system';

const HEADINGS = ['request-id', 'direction', 'price', 'quantity', 'all-or-none', 'action'];

/** A workbook with an armed pane, its room for bulk quotes and one sheet, at a whole system. */
export class Workbook {
  readonly sheet = new MemorySheet();
  private constructor(
    private readonly system: WholeSystem,
    readonly client: DeskClient,
    readonly pane: PaneDesk,
    readonly bulk: BulkDesk,
  ) {}

  static async open(system: WholeSystem): Promise<Workbook> {
    const client = system.openPage();
    const office = new Observable<Office>({ kind: 'browser' });
    const judgement = new Late(() => import('../../src/taskpane/events/standing'));
    const pane = openPaneDesk({
      client,
      errands: new Errands(),
      office,
      judgement,
      locale: 'en-GB',
      timeZone: 'UTC',
    });
    const { presses, figures, arm } = pane;
    const isArmed = (): boolean => arm.armed;
    const bulk = new BulkDesk({ client, presses, figures, isArmed, sheet: () => workbook.sheet });
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
