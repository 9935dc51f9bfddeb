import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { campaignDialectOf } from '../../dialects/draw';
import { profileOf } from '../../dialects/profile';
import { Speaker } from '../../dialects/speaker/speaker';
import { readQuote } from '../../src/contract/service/read-offers';
import { readRequest } from '../../src/contract/service/read-request';
import { lastSeenOf } from '../../src/domain/offers';
import { WantedRow } from '../../src/domain/program/wanted';
import type { Request } from '../../src/domain/request';
import { seededChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import { DESK } from '../../src/simulator/world/counterparty';
import { ownOffer } from '../actions/scene';
import { PROFILE } from '../actions/test-bed';
import { need } from '../campaign/child';
import type { Stage } from '../campaign/campaign';
import type { GatewayLife } from '../campaign/gateway-life';
import type { Trouble as PlatformTrouble } from '../campaign/platform';
import { violation, type Violation } from '../campaign/violation';
import { judged, type Said, type Sample } from './judgement';
import { ProgramPage } from './page';
import { EMPTY_WORDS, isCalm, type Plan, type Trouble } from './plan';

export interface Ran {
  readonly plan: Plan;
  readonly violations: readonly Violation[];
  /** Quotes that came to the service. */
  readonly sent: number;
  /** Moments at which the service was looked at. */
  readonly samples: number;
  /** From the end until nothing was live. */
  readonly offMs: number;
  readonly notTried?: string;
}

const WORD_MS = 150;
const SAMPLE_MS = 60;
/** From the page's last word, or from the next gateway's first, until nothing may be live. */
const OFF_MS_MAX = 10_000;
/** What had left before a stop has so long to arrive. */
const LEFT_MS = 2_000;
/** The silence after which a program of this campaign stops. */
const SILENCE_MS = 2_500;
/** What is not wanted any more takes so long to go at most: a pace, a withdrawal, and a busy machine. */
const GRACE_MS = 4_000;
/** While answers are lost what became of a quote is looked up first. */
const LOST_GRACE_MS = 9_000;
const QUIET_MS = 1_500;
/** What the page says after the end goes on for longer than what had left may take to arrive. */
const AFTER_WORDS = 30;
/** Each of these prices stays so long that it could be sent. */
const HELD_WORDS = 8;
const LIVE_MS_MAX = 10_000;
const WILD = 1.34;
/** A fifth of it is for programs: some dozen changes beside the first quotes. */
const LOW_PER_DAY = 400;
/** Prices move on for so many words until it is spent. */
const SPENDING_WORDS = 400;

const TROUBLES: Readonly<Record<Exclude<Trouble, 'none' | 'fill'>, PlatformTrouble>> = {
  'lost answers': { operation: 'send-quote', kind: 'reset-after', times: 2 },
  'lost withdrawals': { operation: 'withdraw-quote', kind: 'reset-before', times: 2 },
  slow: { kind: 'delay', delayMs: 300, times: 12 },
  refusals: { kind: 'status-before', status: 503, times: 4 },
};

export async function ran(plan: Plan, stage: Stage): Promise<Ran> {
  const home = await mkdtemp(join(stage.workplace.folder, 'run-'));
  try {
    return await new Run(plan, stage, join(home, 'data')).play();
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

class Run {
  private readonly chance;
  private readonly samples: Sample[] = [];
  private readonly said = new Map<string, Said[]>();
  private readonly wild = new Map<string, string>();
  private readonly prices = new Map<string, number>();
  private requests: Request[] = [];
  private isSampling = true;
  private speaker: Speaker | undefined;

  constructor(
    private readonly plan: Plan,
    private readonly stage: Stage,
    private readonly dataFolder: string,
  ) {
    this.chance = seededChance(plan.seed + 1);
  }

  async play(): Promise<Ran> {
    const { plan, stage } = this;
    if (stage.dialects)
      this.speaker = await Speaker.open(stage.platform.url, campaignDialectOf(plan.seed), () =>
        systemClock.now(),
      );
    const [first, next] = [stage.newGateway(), stage.newGateway()];
    await this.makeRequests();
    await this.open(first);
    await first.signedIn();
    const page = await ProgramPage.open(first, this.newId());
    const sampling = this.sampling();
    const isStarted = await page.start(this.rows(0));
    const { trouble } = plan;
    const isUnderWay = await this.untilLive(page, 0);
    for (let word = 1; word <= plan.words; word++) {
      await pause(WORD_MS);
      page.say(this.rows(word));
      if (word !== 4) continue;
      if (trouble === 'fill')
        await stage.platform.tryToAct({ do: 'accept-my-quote', requestId: this.requests[0]?.id });
      else if (trouble !== 'none') await stage.platform.break([TROUBLES[trouble]]);
    }
    const isLiveAtEnd = plan.end === 'quota' || (await this.untilLive(page, plan.words + 1));
    const endMs = performance.now();
    const from = await this.ended(page, { first, next });
    await stage.platform.heal();
    const offMs = from + OFF_MS_MAX;
    while (performance.now() < offMs && !this.isQuietSince(from + LEFT_MS)) await pause(SAMPLE_MS);
    await pause(QUIET_MS);
    this.isSampling = false;
    await sampling;
    page.die();
    await this.speaker?.close();
    const errors = [...first.errors, ...next.errors];
    const graceMs =
      trouble.startsWith('lost') || trouble === 'refusals' || trouble === 'slow' ? LOST_GRACE_MS : GRACE_MS;
    const seen = {
      samples: this.samples,
      said: this.said,
      wild: this.wild,
      overMs: from + LEFT_MS,
      offMs,
      graceMs,
      errors,
    };
    const last = this.samples.findLast(({ live }) => live.length > 0)?.atMs ?? endMs;
    return {
      plan,
      violations: [
        ...judged(seen),
        ...(isStarted ? [] : [violation('refused without cause', 'The program could not be started.')]),
      ],
      sent: this.samples.at(-1)?.sent ?? 0,
      samples: this.samples.length,
      offMs: Math.max(0, Math.round(last - endMs)),
      ...(!(isUnderWay && isLiveAtEnd) && { notTried: 'no quote went live in time' }),
    };
  }

  /** The page says the same until something of it has been live for two looks. */
  private async untilLive(page: ProgramPage, word: number): Promise<boolean> {
    const [fromMs, rows] = [performance.now(), this.rows(word)];
    while (performance.now() < fromMs + LIVE_MS_MAX) {
      const newest = this.samples.slice(-2).filter(({ atMs }) => atMs > fromMs);
      if (newest.length === 2 && newest.every(({ live }) => live.length > 0)) return true;
      page.say(rows);
      await pause(WORD_MS);
    }
    return false;
  }

  /** The end, and the moment (monotonic ms) from which the program is to be over. */
  private async ended(
    page: ProgramPage,
    { first, next }: Record<'first' | 'next', GatewayLife>,
  ): Promise<number> {
    const { end } = this.plan;
    const goesOn = async (): Promise<number> => {
      const at = performance.now();
      // What its page says from now on starts nothing again.
      for (let word = 0; word < AFTER_WORDS; word++, await pause(WORD_MS))
        page.say(this.moved(Math.floor(word / HELD_WORDS)));
      return at;
    };
    switch (end) {
      case 'silent':
        page.die();
        return performance.now() + SILENCE_MS;
      case 'line':
        page.isCut = true;
        await pause(SILENCE_MS + LEFT_MS);
        page.isCut = false;
        await goesOn();
        return performance.now() - AFTER_WORDS * WORD_MS;
      case 'gateway': {
        await first.kill();
        await this.open(next);
        await next.signedIn();
        return performance.now();
      }
      case 'stop':
        await page.stop();
        return goesOn();
      case 'halt':
        await page.halt();
        return goesOn();
      case 'withdraw-all':
        await page.withdrawAll(this.newId());
        return goesOn();
      case 'disarmed':
        page.say(this.moved(), false);
        return goesOn();
      case 'quota': {
        for (
          let word = 0;
          word < SPENDING_WORDS && !this.isQuietSince(performance.now() - QUIET_MS);
          word++
        ) {
          page.say(this.moved(Math.floor(word / HELD_WORDS)));
          await pause(WORD_MS);
        }
        return goesOn();
      }
      case 'closed':
        page.say(this.requests.map((request, row) => this.rowOf(request, row, undefined)));
        for (let word = 0; word < AFTER_WORDS; word++, await pause(WORD_MS))
          page.say(this.requests.map((request, row) => this.rowOf(request, row, undefined)));
        page.die();
        return performance.now() - AFTER_WORDS * WORD_MS;
    }
  }

  private async makeRequests(): Promise<void> {
    const { platform } = this.stage;
    for (let count = 0; count < this.plan.rows; count++) {
      const request = need(
        readRequest(await platform.act({ do: 'create-request', role: 'recipient', sort: 'single' })),
      );
      const quote = need(readQuote(await platform.act({ do: 'quote', requestId: request.id })));
      const seen = lastSeenOf(quote.price);
      this.requests = [...this.requests, request];
      this.prices.set(request.id, Number(seen.type === 'per-leg' ? seen.legPrices[0] : seen.spreadPrice));
    }
  }

  /** All rows of one word: prices that walk, cells that fail, one that stays empty for a while, and one that jumps. */
  private rows(word: number): WantedRow[] {
    const { plan } = this;
    return this.requests.map((request, row) => {
      const before = this.prices.get(request.id) ?? 1;
      if (row === 2 && word >= plan.wildAt && word <= plan.words) {
        const price = (Math.abs(before) * WILD + 1).toFixed(2);
        this.wild.set(request.id, String(Number(price)));
        return this.rowOf(request, row, price);
      }
      const isEmptied = row === 1 && word >= plan.emptyAt && word < plan.emptyAt + EMPTY_WORDS;
      const walks = word > 0 && word <= plan.words && !isCalm(plan, row, word);
      if (isEmptied || (walks && this.chance() < 0.12)) return this.rowOf(request, row, undefined);
      const next = walks && this.chance() < 0.4 ? before + before * 0.004 * (this.chance() - 0.5) : before;
      this.prices.set(request.id, Number(next.toFixed(2)));
      return this.rowOf(request, row, next.toFixed(2));
    });
  }

  private moved(word = 0): WantedRow[] {
    return this.requests.map((request, row) =>
      this.rowOf(
        request,
        row,
        ((this.prices.get(request.id) ?? 1) * (1.003 + (word % 3) * 0.003)).toFixed(2),
      ),
    );
  }

  private rowOf(request: Request, row: number, written: string | undefined): WantedRow {
    const { requestId, direction, quantity, allOrNone } = ownOffer(request);
    const price = written === undefined ? undefined : String(Number(written));
    const said = this.said.get(requestId) ?? [];
    if (said.at(-1)?.price !== price || said.length === 0) said.push({ fromMs: performance.now(), price });
    this.said.set(requestId, said);
    return WantedRow.parse({
      row,
      requestId,
      direction,
      ...(price === undefined
        ? { why: '#N/A in price' }
        : { offer: { price: { shape: 'single', price }, quantity, allOrNone } }),
    });
  }

  /** The service's own truth, again and again. */
  private async sampling(): Promise<void> {
    const ids = new Set<string>(this.requests.map(({ id }) => id));
    while (this.isSampling) {
      const atMs = performance.now();
      const { quotes } = await this.stage.platform.truth();
      const own = quotes.filter((one) => one['counterparty'] === DESK && ids.has(String(one['request-id'])));
      const live = own.filter(({ state }) => state === 'active').map((one) => liveOf(one));
      this.samples.push({ atMs, live, sent: own.length });
      await pause(SAMPLE_MS);
    }
  }

  private isQuietSince(fromMs: number): boolean {
    const late = this.samples.filter(({ atMs }) => atMs > fromMs);
    return late.length > 3 && late.every(({ live }) => live.length === 0);
  }

  private open(gateway: GatewayLife): Promise<void> {
    const settings = {
      DESK_PORT: '0',
      DESK_DATA: this.dataFolder,
      DESK_PROGRAMS: 'on',
      SERVICE_ENVIRONMENT: 'simulator',
      SERVICE_URL_SIMULATOR: this.speaker?.url ?? this.stage.platform.url,
    };
    const spoken = this.stage.dialects ? profileOf(campaignDialectOf(this.plan.seed)) : {};
    const limits = this.plan.end === 'quota' ? { ...PROFILE.limits, perDay: LOW_PER_DAY } : PROFILE.limits;
    return gateway.open({ settings, profile: { ...spoken, ...PROFILE, limits } });
  }

  private newId(): string {
    const digits = Array.from({ length: 12 }, () => Math.floor(this.chance() * 16).toString(16)).join('');
    return `00000000-0000-4000-8000-${digits}`;
  }
}

function liveOf(raw: Readonly<Record<string, unknown>>): Sample['live'][number] {
  const seen = lastSeenOf(need(readQuote(raw)).price);
  const price = seen.type === 'per-leg' ? seen.legPrices[0] : seen.spreadPrice;
  return { requestId: String(raw['request-id']), price: String(Number(price)) };
}
