import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { RunningGateway } from '../../simulation/running-gateway';
import { socketTransport } from '../../simulation/socket-transport';
import { createGatewayClient } from '../../src/client/gateway-client';
import type { Action } from '../../src/domain/action';
import { ActionId, type RequestId } from '../../src/domain/identifiers';
import type { OwnOffer, OwnQuote } from '../../src/domain/own-offers';
import { systemChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import { systemIds } from '../../src/effects/ids';
import type { GatewayLife } from '../campaign/gateway-life';
import type { Trouble, Truth } from '../campaign/platform';
import { healsInMs } from '../habits/habit';
import { openOf } from './judgement';
import { keptJournal } from './kept-journal';
import { judgedMassWithdrawal, type OwnThere } from './mass-withdrawal-judgement';
import { QUOTES_MAX, type Unsure } from './mass-withdrawal-plan';
import { pressed, pressedMassWithdrawal } from './press';
import type { Played } from './run';
import { ownOffer, requestOf } from './scene';
import type { TestBed } from './test-bed';

const DESK = 'Your Desk';
const PRESS_MS_MAX = 20_000;
/** So long after all is healed and pressed, everything that can be withdrawn is. */
const OVER_MS_MAX = 20_000;
/** What is never going to come any more has not come by then: two looks at least. */
const STILL_MS = 2_500;
const LOOK_MS = 80;
const LATE_MS = 2_500;

const TROUBLE: Record<Exclude<Unsure, 'none'>, Trouble> = {
  executed: { kind: 'reset-after' },
  'executed late': { kind: 'delay', delayMs: LATE_MS },
  'not executed': { kind: 'reset-before' },
};

/** Several quotes are live, all is withdrawn, the gateway dies within that, and what is live in the end is what it says. */
export class MassWithdrawalRun {
  private readonly ids: readonly ActionId[];
  private requestIds: readonly RequestId[] = [];

  constructor(private readonly stand: TestBed) {
    this.ids = stand.plan.massWithdrawal.ids.map((id) => ActionId.parse(id));
  }

  async play(): Promise<Played> {
    const { stand } = this;
    const { massWithdrawal } = stand.plan;
    const { platform } = stand.stage;
    const first = stand.newGateway();
    const spare = stand.newGateway();
    await stand.open(first, { isFirst: true });
    await first.signedIn();
    stand.front.arm();
    await this.quoted(first);
    const missed = await this.withdrawn(first);
    const last = await stand.reopened(spare);
    await last.signedIn();
    if (massWithdrawal.pressedAgain) await pressedMassWithdrawal(last, this.id(QUOTES_MAX + 3));
    const page = new OwnQuotesPage(last);
    const shown = await this.settled(page).finally(() => page.close());
    await last.kill();
    await platform.heal();
    const own = await this.own();
    const judgement = judgedMassWithdrawal({
      ids: this.ids,
      told: stand.told,
      ...(await keptJournal(stand.dataFolder)),
      own,
      shown,
      pressedAgain: massWithdrawal.pressedAgain,
      errors: stand.errors,
    });
    return {
      ...judgement,
      missed,
      openThoughReadable: false,
      executions: own.filter(({ kind }) => kind === 'quote').length,
    };
  }

  /** Quotes on requests of their own, and firm proposals on others; the answer to the last quote may be lost. */
  private async quoted(gateway: GatewayLife): Promise<void> {
    const { plan, stage } = this.stand;
    const { quotes, proposals, unsure } = plan.massWithdrawal;
    const requestIds: RequestId[] = [];
    for (let at = 0; at < quotes + proposals; at++) {
      const request = await requestOf(plan, stage.platform);
      requestIds.push(request.id);
      this.requestIds = requestIds;
      const offer = ownOffer(request);
      if (at < quotes) {
        const isUnsure = at === quotes - 1 && unsure !== 'none';
        if (isUnsure) {
          await this.stand.break([{ ...TROUBLE[unsure], operation: 'send-quote', requestId: request.id }]);
        }
        const body = { kind: 'send-quote', ...offer } as const;
        const reply = pressed(gateway, { id: this.id(at), body, leaveAfterMs: PRESS_MS_MAX });
        this.stand.heard(await reply);
      } else {
        const body = { kind: 'send-proposal', proposalKind: 'firm', ...offer } as const;
        const id = this.id(QUOTES_MAX + at - quotes);
        this.stand.heard(await pressed(gateway, { id, body, leaveAfterMs: PRESS_MS_MAX }));
      }
    }
  }

  /** "Withdraw all", until the gateway is dead. Answers whether it had to be killed at another moment than planned. */
  private async withdrawn(gateway: GatewayLife): Promise<boolean> {
    const { front, plan } = this.stand;
    const { death } = plan.massWithdrawal;
    const before = front.writes.length;
    let isKilled = false;
    const kill = (): void => {
      isKilled = true;
      void gateway.kill();
    };
    front.answer();
    front.onWrite = (number, when) => {
      if (death.at === when && number === before + death.write) kill();
    };
    const recalled = pressedMassWithdrawal(gateway, this.id(QUOTES_MAX + 2));
    if (death.at === 'time') await Promise.race([pause(death.afterMs), recalled]);
    else await Promise.race([recalled, gateway.ended]);
    const missed = death.at !== 'never' && death.at !== 'time' && !isKilled;
    front.onWrite = () => undefined;
    await gateway.kill();
    await recalled;
    return missed;
  }

  /** Waits until nothing is live, or nothing more can come. Answers what the gateway says is live then. */
  private async settled(page: OwnQuotesPage): Promise<readonly string[]> {
    const { stand } = this;
    const healMs = healsInMs(stand.plan.habits);
    const startedMs = performance.now();
    let stillSinceMs: number | undefined;
    for (;;) {
      const elapsedMs = performance.now() - startedMs;
      if (elapsedMs > healMs) stand.front.calm();
      const { lines } = await keptJournal(stand.dataFolder);
      const live = (await this.own()).filter(({ isLive }) => isLive);
      const isBusy = !(await stand.isQuiet()) || elapsedMs <= healMs;
      const isStill = page.live !== undefined && !isBusy && !this.mayGo(live, lines);
      stillSinceMs = isStill ? (stillSinceMs ?? performance.now()) : undefined;
      const isLong = stillSinceMs !== undefined && performance.now() - stillSinceMs > STILL_MS;
      if (isLong || elapsedMs > OVER_MS_MAX + healMs) {
        return page.live ?? [];
      }
      await pause(LOOK_MS);
    }
  }

  /** Whether the gateway still has something to do about what is live. */
  private mayGo(live: readonly OwnThere[], lines: readonly Action[]): boolean {
    return live.length > 0 && (this.stand.plan.massWithdrawal.pressedAgain || openOf(lines).length > 0);
  }

  private async own(): Promise<readonly OwnThere[]> {
    const truth = await this.stand.stage.platform.truth();
    const mine = (records: Truth['quotes']) =>
      records.filter(
        (record) =>
          record['counterparty'] === DESK && this.requestIds.some((id) => id === record['request-id']),
      );
    const there = (record: Truth['quotes'][number], name: string) => ({
      id: String(record[name]),
      requestId: String(record['request-id']),
    });
    return [
      ...mine(truth.quotes).map((quote) => ({
        kind: 'quote' as const,
        ...there(quote, 'quotation-id'),
        isLive: quote['state'] === 'active',
        isWithdrawn: quote['state'] === 'withdrawn',
      })),
      ...mine(truth.proposals).map((proposal) => ({
        kind: 'proposal' as const,
        ...there(proposal, 'price-proposal-id'),
        isLive: true,
        isWithdrawn: false,
      })),
    ];
  }

  private id(at: number): ActionId {
    const id = this.ids[at];
    if (!id) throw new Error('There are not enough ids.');
    return id;
  }
}

/** A page that looks at the live quotes of the desk, as the pane does. */
class OwnQuotesPage {
  private quotes: readonly OwnQuote[] | undefined;
  private offers: readonly OwnOffer[] | undefined;
  private readonly sockets = new Set<WebSocket>();
  private readonly stops: readonly (() => void)[];

  constructor(gateway: RunningGateway) {
    const client = createGatewayClient({
      transport: socketTransport(() => gateway, this.sockets),
      clock: systemClock,
      ids: systemIds,
      chance: systemChance,
    });
    this.stops = [
      client.watch({ kind: 'own-quotes' }, ({ value }) => (this.quotes = value)),
      client.watch({ kind: 'own-offers' }, ({ value }) => (this.offers = value)),
    ];
  }

  /** Numbers of the quotes and firm price proposals that it says are live; `undefined` while it waits. */
  get live(): readonly string[] | undefined {
    if (!this.quotes || !this.offers) return undefined;
    const proposals = this.offers.filter(({ what }) => what === 'proposal');
    return [...this.quotes.map(({ quoteId }) => quoteId), ...proposals.flatMap(({ number }) => number ?? [])];
  }

  close(): void {
    for (const stop of this.stops) stop();
    for (const socket of this.sockets) socket.terminate();
  }
}
