import { pause, systemClock } from '../../src/effects/clock';
import type { Row } from '../report/report';
import { rowsOf, type Stage } from '../sheet/stage';
import { Curve, places } from './curve';

const ROWS = [1, 5];
const HOUR_SECONDS = 3_600;

/** Calls at the platform while every price moves each second. */
export async function callsAnHour(stage: Stage, seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of ROWS) {
    const page = stage.openPage();
    await page.connected();
    const curve = new Curve(page, await places(stage, count));
    await curve.start();
    await stage.calm();
    const { calls } = await stage.counted(async () => {
      for (let second = 0; second < seconds; second++) {
        curve.moveAll();
        await pause(systemClock, 1_000);
      }
    });
    await curve.end();
    page.close();
    const row = rowsOf('a price that moves each second', `${count} ${count === 1 ? 'row' : 'rows'}`);
    const anHour = (calls * HOUR_SECONDS) / seconds;
    rows.push(row('all rows', anHour, 'calls an hour'), row('each row', anHour / count, 'calls an hour'));
  }
  return rows;
}
