import { RequestId } from '../../src/domain/identifiers';
import { pause, systemClock } from '../../src/effects/clock';
import { percentile, type Row } from '../report/report';
import { requestCells } from '../sheet/formulas';
import { rowsOf, type Stage } from '../sheet/stage';
import { Curve, places } from './curve';

const ROWS = 50;
/** A program may change twenty times a minute. */
const BETWEEN_MS = 3_100;
const COLD_REQUESTS = 500;
const COLD_FIELDS = ['state', 'contract'];
const TWO = 2;
const PAIRS = 20;
const ASKED = RequestId.parse('RQ-10300');

/** From the page's word until the platform has the new quote, beside two calls made directly. */
export async function following(
  stage: Stage,
  { scenario, changes }: { scenario: 'quiet' | 'under a cold sheet'; changes: number },
): Promise<Row[]> {
  const page = stage.openPage();
  await page.connected();
  const curve = new Curve(page, await places(stage, ROWS));
  const cold = scenario === 'quiet' ? [] : await stage.platform.openRequests(COLD_REQUESTS);
  await curve.start();
  await stage.calm();
  const twoCallsMs = await twoCalls(stage);
  const block = cold.length > 0 ? page.calculate(requestCells(cold, COLD_FIELDS)) : undefined;
  block?.filledMs.catch(() => undefined);
  const tookMs: number[] = [];
  for (let change = 0; change < changes; change++) {
    tookMs.push(await oneChange(stage, curve, change % ROWS));
    await pause(systemClock, BETWEEN_MS);
  }
  block?.cancel();
  const { refused429 } = await stage.platform.stats();
  await curve.end();
  page.close();
  const row = rowsOf(`a cell's change to the platform, ${ROWS} rows`, scenario);
  return [
    row('two calls directly, median', percentile(twoCallsMs, 0.5), 'ms'),
    row('median', percentile(tookMs, 0.5), 'ms'),
    row('p99', percentile(tookMs, 0.99), 'ms'),
    row('ratio of the medians', percentile(tookMs, 0.5) / percentile(twoCallsMs, 0.5), '× two calls'),
    row('refusals', refused429, 'calls'),
  ];
}

async function oneChange(stage: Stage, curve: Curve, at: number): Promise<number> {
  const price = curve.move(at);
  const saidAtMs = systemClock.monotonicMs();
  const id = curve.idAt(at);
  if (id === undefined) throw new Error('There is no such row.');
  while (!(await stage.platform.hasOwnQuote(id, price)));
  return systemClock.monotonicMs() - saidAtMs;
}

/** Two withdrawals, one after the other, each time: what a change costs whoever makes its calls by himself. */
async function twoCalls(stage: Stage): Promise<number[]> {
  const quotes = await stage.platform.ownQuotes(ASKED, TWO * PAIRS);
  const tookMs: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const startedMs = systemClock.monotonicMs();
    for (const quote of quotes.slice(TWO * pair, TWO * pair + TWO)) await stage.direct.withdraw(ASKED, quote);
    tookMs.push(systemClock.monotonicMs() - startedMs);
  }
  await stage.calm();
  return tookMs;
}
