import type { DeskClient } from '../../client/client';
import type { Action } from '../../domain/action';
import type { Answer } from '../../domain/answer';
import type { PlatformEvent } from '../../domain/event';
import { RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import type { Late } from '../late/late';
import { Observable } from '../observable';
import type { Remembered } from '../remembered';
import { NoticeBoard } from './notice-board';
import type { NewsKind } from './news-kinds';
import type { News } from './notices';
import { SeenRequests } from './seen-requests';
import type * as Standing from './standing';
import { NewsSwitches } from './switches';

/** A burst is told as one. */
export const BUNCH_MS = 500;
/** What an action of the desk may have caused waits this long for the action to say so. */
const UNSURE_MS = 60_000;
/** What was heard longer ago, as before the computer slept, is counted and not told. */
const NEWS_MS = 600_000;

/** How events are judged. Its code comes after the first room: until then they wait to be judged, and none is lost. */
export type Judgement = Pick<typeof Standing, 'causedHere' | 'concerns' | 'newsOf' | 'standings'>;

/** What the pane makes of events beyond showing them: how many were not seen yet, and what the person is told at once. */
export class EventDesk {
  readonly board: NoticeBoard;
  readonly switches: NewsSwitches;
  /** How many that concern this desk came since somebody looked at the events. */
  readonly unseen = new Observable(0);
  private readonly requests = new SeenRequests();
  private journal: readonly Action[] = [];
  /** The newest one that was known already; absent until the first answer, so that nothing old is told. */
  private heardTo: number | undefined;
  private waiting: PlatformEvent[] = [];
  private judging: { readonly dueAt: number; readonly cancel: () => void } | undefined;
  private lookers = 0;

  constructor(
    private readonly client: DeskClient,
    private readonly judgement: Late<Judgement>,
    remembered: Remembered,
  ) {
    this.board = new NoticeBoard(client.clock);
    this.switches = new NewsSwitches(remembered);
    client.watch({ kind: 'events' }, (answer) => this.hear(answer));
    client.watch({ kind: 'journal' }, ({ value }) => {
      this.journal = value ?? [];
      if (this.waiting.length > 0) this.judgeIn(BUNCH_MS);
    });
    client.watch({ kind: 'open-requests' }, (answer) => this.requests.hear(answer), { by: 'aside' });
  }

  /** Somebody looks at the events until the answer is called: what comes meanwhile is seen. */
  look(): () => void {
    this.lookers += 1;
    this.unseen.set(0);
    this.board.clear();
    return () => void (this.lookers -= 1);
  }

  /** What tells how the desk stands to the request of an event, as far as it is known at this moment. */
  known(): Standing.Known {
    return { roles: this.requests.roles(), journal: this.journal, watched: this.client.watched() };
  }

  /** The request as the desk saw it last, open or not. */
  request(id: string): Request | undefined {
    return this.requests.get(id);
  }

  /** Nothing of one desk is told at another: without a value everything starts anew. */
  private hear({ value }: Answer<{ kind: 'events' }>): void {
    if (!value) {
      this.heardTo = undefined;
      this.waiting = [];
      this.unseen.set(0);
      this.board.clear();
      return;
    }
    const known = this.heardTo;
    this.heardTo = value.reduce((newest, { sequence }) => Math.max(newest, sequence), known ?? 0);
    if (known === undefined) return;
    const news = value.filter(({ sequence, origin }) => sequence > known && origin !== 'test');
    if (news.length === 0) return;
    this.waiting.push(...news.reverse());
    this.judgeIn(BUNCH_MS);
  }

  private judgeIn(afterMs: number): void {
    const dueAt = this.client.clock.now() + afterMs;
    if (this.judging && this.judging.dueAt <= dueAt) return;
    this.judging?.cancel();
    const cancel = this.client.clock.after(afterMs, () => {
      this.judging = undefined;
      const { judgement } = this;
      const arrival = judgement.arrival.get();
      if (arrival.kind === 'here') return this.judge(arrival.value);
      void judgement.ahead();
      this.judgeIn(BUNCH_MS);
    });
    this.judging = { dueAt, cancel };
  }

  private judge(judgement: Judgement): void {
    const now = this.client.clock.now();
    const judged = this.waiting.map((event) => ({
      event,
      caused: judgement.causedHere(event, this.journal),
    }));
    const isUnsure = ({ event, caused }: (typeof judged)[number]): boolean =>
      caused === 'maybe' && now - event.heardAt < UNSURE_MS;
    this.waiting = judged.filter(isUnsure).map(({ event }) => event);
    const told = judged.filter((one) => one.caused !== 'yes' && !isUnsure(one));
    this.tell(
      told.map(({ event }) => event),
      judgement,
    );
    const [oldest] = this.waiting;
    if (oldest) this.judgeIn(Math.max(BUNCH_MS, oldest.heardAt + UNSURE_MS - now));
  }

  private tell(events: readonly PlatformEvent[], { concerns, newsOf, standings }: Judgement): void {
    if (events.length === 0) return;
    const standing = standings(this.known());
    const now = this.client.clock.now();
    const concerning = events.filter((event) => concerns(standing(event)));
    if (this.lookers === 0) this.unseen.set(this.unseen.get() + concerning.length);
    this.board.put(
      concerning
        .filter(({ heardAt }) => now - heardAt < NEWS_MS)
        .flatMap((event) => this.newsIn(event, newsOf(event, standing(event)))),
    );
  }

  private newsIn(event: PlatformEvent, kind: NewsKind | undefined): News[] {
    const id = RequestId.safeParse(event.requestId);
    if (kind === undefined || !id.success || this.switches.off.get().has(kind)) return [];
    return [{ kind, requestId: id.data, event }];
  }
}
