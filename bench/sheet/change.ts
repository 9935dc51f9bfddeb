import { RequestId } from '../../src/domain/identifiers';
import { pause, systemClock } from '../../src/effects/clock';
import { percentile, type Row } from '../report/report';
import { bestCells } from './formulas';
import type { SheetPage } from './sheet-page';
import { rowsOf, type Stage } from './stage';

/** It has bids from the start. */
export const MOVED = { id: RequestId.parse('RQ-10294'), direction: 'bid' } as const;
const CELLS = 1_000;
const ROUNDS = 100;
/** The platform allows ten calls a second. */
const BETWEEN_MS = 200;
const BY = 5;

/** Watches the quotes that are made to move, and knows when the gateway last took new ones. */
export class MovingQuotes {
  /** Epoch ms, by the gateway's clock, which is this machine's. */
  takenAt = 0;
  private readonly quotes = { kind: 'quotes', id: MOVED.id } as const;

  constructor(
    private readonly stage: Stage,
    private readonly page: SheetPage,
  ) {
    page.client.watch(this.quotes, ({ value, fetchedAt }) => {
      if (value) this.takenAt = fetchedAt ?? 0;
    });
  }

  /** The best price moves, and the gateway is made to look. */
  async move(): Promise<void> {
    await this.stage.platform.movePrice(MOVED.id, BY);
    this.page.client.refresh([this.quotes]);
  }
}

/** One price moves that 1,000 cells show: from the moment at which the gateway has it until the last cell has it. */
export async function changed(stage: Stage): Promise<Row[]> {
  const page = stage.openPage();
  const quotes = new MovingQuotes(stage, page);
  const block = page.calculate(bestCells(MOVED.id, MOVED.direction, CELLS));
  await block.filledMs;
  const tookMs: number[] = [];
  const { calls } = await stage.counted(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await pause(systemClock, BETWEEN_MS);
      const all = block.nextResult();
      await quotes.move();
      const { at } = await all;
      tookMs.push(at - quotes.takenAt);
    }
  });
  block.demandValues();
  page.close();
  return changeRows('without a browser', tookMs, calls);
}

export function changeRows(subject: string, tookMs: readonly number[], calls: number): Row[] {
  const row = rowsOf('one price moves in 1,000 cells', subject);
  return [
    row('moves', tookMs.length, 'times'),
    row('calls', calls, 'calls'),
    row('gateway to last cell, median', percentile(tookMs, 0.5), 'ms'),
    row('gateway to last cell, p99', percentile(tookMs, 0.99), 'ms'),
    row('gateway to last cell, worst', percentile(tookMs, 1), 'ms'),
  ];
}
