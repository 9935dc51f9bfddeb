import { useState } from 'react';
import type { GatewayClient } from '../../client/client';
import { requestIdOf, type Action } from '../../domain/action';
import type { PlatformEvent } from '../../domain/event';
import { RequestId } from '../../domain/identifiers';
import type { Request } from '../../domain/request';
import type { Answer } from '../../domain/resources/resource';
import { roleOf, type Role } from '../../domain/role';
import type { PaneContext } from './context';
import type { Fill } from '../../domain/delivery/fill';
import { eventKindOf } from '../../domain/actions/event-kind';
import {
  causedHere,
  endedWith,
  isOwnMatter,
  isRelevant,
  newsOf,
  relevanceOf,
  type EndedQuote,
  type RelevanceContext,
} from './event-relevance';
import { chime, Fills, wholeTaken } from './fills';
import { newestOf, type HeardEvents, type NewsKind } from './heard-events';
import { usePane } from './hooks';
import { NoticeBoard, STALE_MS, type News } from './notices';
import { Observable } from './observable';

/** A burst is told as one. */
export const BUNCH_MS = 500;
/** What an action of the desk may have caused waits this long for the action to say so. */
const UNSURE_MS = 60_000;
/** A request that nobody has read yet asks perhaps this desk: its record says so, or not in time. */
const UNREAD_MS = STALE_MS;
/** A trade that was read waits this long for the gateway's word whose it is. */
const WORD_MS = 5_000;
/** What was heard longer ago, as before the computer slept, is counted and not told. */
const NEWS_MS = 600_000;

/** An event that is not judged yet, and when the pane heard of it by its own clock. Epoch ms. */
interface Waiting {
  readonly event: PlatformEvent;
  readonly since: number;
}

/** The one of the pane, made by the room or strip that needs it first. */
export function useEventNotices(): EventNotices {
  const pane = usePane();
  const [notices] = useState(() => noticesOf(pane));
  return notices;
}

function noticesOf({ client, events }: PaneContext): EventNotices {
  if (events.notices instanceof EventNotices) return events.notices;
  const made = new EventNotices(client, events);
  events.notices = made;
  return made;
}

/** A trade of which nobody knew whose it is, and the desk's own trades that were known then. */
type Doubtful = News & { readonly known: ReadonlySet<string> };

/** What the pane makes of events beyond showing them: how many were not seen yet, and what the person is told at once. */
export class EventNotices {
  readonly board: NoticeBoard;
  /** What this desk traded. */
  readonly fills: Fills;
  /** Fills that are told at this moment, the newest first: until a person puts them away, or for a while. */
  readonly toldFills = new Observable<readonly Fill[]>([]);
  private readonly requests = new SeenRequests();
  private journal: readonly Action[] = [];
  private events: readonly PlatformEvent[] = [];
  /** The newest one that was known already; absent until the first answer, so that nothing old is told. */
  private heardTo: number | undefined;
  private waiting: Waiting[] = [];
  /** Requests that were traded, as far as events say: that they are closed then is no news. */
  private traded: ReadonlySet<string> = new Set();
  /** Requests that are closed, as far as events say: that one of them asked for a quote is no news. */
  private closed: ReadonlySet<string> = new Set();
  /** Requests that are open in the pane. */
  private readonly read = new Map<RequestId, number>();
  private judging: { readonly dueAt: number; readonly cancel: () => void } | undefined;
  /** Trades that were read and of which the gateway has not said yet whose they are. */
  private readonly undecided = new Map<string, News & { readonly fill: Fill }>();
  /** Trades that were told before anybody knew whose they are, as while the platform does not answer: one that proves to be the desk's own is told as a fill. */
  private doubtful: readonly Doubtful[] = [];
  private lookers = 0;
  private fillLookers = 0;

  constructor(
    private readonly client: GatewayClient,
    private readonly heard: HeardEvents,
  ) {
    this.board = new NoticeBoard(client.clock);
    this.fills = new Fills(client);
    this.heardTo = heard.knownTo;
    this.fills.all.subscribe(() => {
      this.tellTaken();
      this.decideDoubtful();
      if (this.waiting.length > 0) this.judgeIn(BUNCH_MS);
    });
    client.watch({ kind: 'events' }, (answer) => this.hear(answer));
    client.watch({ kind: 'own-trades' }, ({ value }) => {
      this.fills.tell(value ?? []);
      this.decide();
      if (this.waiting.length > 0) this.judgeIn(BUNCH_MS);
    });
    client.watch({ kind: 'journal' }, ({ value }) => {
      this.journal = value ?? [];
      this.tellTaken();
      if (this.waiting.length > 0) this.judgeIn(BUNCH_MS);
    });
    const readRequests = (answer: Answer<{ kind: 'open-requests' }>): void => {
      this.requests.hear(answer);
      this.board.dropRequest((id) => this.isNoNews(id));
      if (this.waiting.length > 0) this.judgeIn(BUNCH_MS);
    };
    client.watch({ kind: 'open-requests' }, readRequests, { by: 'aside' });
  }

  /** Somebody looks at the events until the answer is called: what comes meanwhile is seen. */
  look(): () => void {
    this.lookers += 1;
    this.heard.unseen.set(0);
    this.board.clear();
    return () => void (this.lookers -= 1);
  }

  /** Somebody looks at the fills until the answer is called. */
  lookAtFills(): () => void {
    this.fillLookers += 1;
    this.heard.unseenFills.set(0);
    this.toldFills.set([]);
    return () => void (this.fillLookers -= 1);
  }

  /** A request is open in the pane until the answer is called: that it asks for a quote is read. */
  lookAtRequest(id: RequestId): () => void {
    this.read.set(id, (this.read.get(id) ?? 0) + 1);
    this.board.dropRequest((told) => told === id);
    return () => {
      const others = (this.read.get(id) ?? 1) - 1;
      if (others > 0) this.read.set(id, others);
      else this.read.delete(id);
    };
  }

  /** Of a new request that asks for a quote: it is open in the pane, or no longer open on the platform. */
  private isNoNews(id: RequestId): boolean {
    return this.read.has(id) || this.closed.has(id) || this.requests.isOver(id);
  }

  /** A person has read it. */
  putAway({ tradeId }: Pick<Fill, 'tradeId'>): void {
    this.toldFills.set(this.toldFills.get().filter((fill) => fill.tradeId !== tradeId));
  }

  putAllAway(): void {
    this.toldFills.set([]);
  }

  /** What tells how the desk stands to the request of an event, as far as it is known at this moment. */
  known(): RelevanceContext {
    return { roles: this.requests.roles(), journal: this.journal, watched: this.client.watched() };
  }

  /** The request as the desk saw it last, open or not. */
  request(id: string): Request | undefined {
    return this.requests.get(id);
  }

  /** What of this desk ended with the request that an event calls over; nothing while a trade may have taken it. */
  endedWith(event: PlatformEvent): readonly EndedQuote[] {
    const ended = this.endedByNow(event);
    return ended.length > 0 && this.mayBeTaken(event.requestId) ? [] : ended;
  }

  /** By those trades that were read. */
  private endedByNow({ requestId, type, heardAt }: PlatformEvent): readonly EndedQuote[] {
    // A deal may be for a part of the request, so that quotes on it live on.
    if (requestId === undefined || eventKindOf(type) !== 'closed') return [];
    return endedWith(requestId, heardAt, { journal: this.journal, fills: this.fills.all.get() });
  }

  /** Whether there is a trade of it that nobody has read: it may have taken any of the desk's quotes. */
  private mayBeTaken(requestId: string | undefined): boolean {
    const heard = this.events.filter(
      (event) =>
        event.requestId === requestId && event.origin !== 'test' && eventKindOf(event.type) === 'traded',
    );
    const made = this.journal.filter(
      ({ tradeId, body }) => tradeId !== undefined && requestIdOf(body) === requestId,
    );
    const read = new Set<string>(this.fills.all.get().map(({ tradeId }) => tradeId));
    return [...heard, ...made].some(
      ({ tradeId }) =>
        tradeId === undefined || !(read.has(tradeId) || this.fills.stateOf(tradeId) === 'other'),
    );
  }

  /** Nothing of one desk is told at another: without a value everything starts anew. */
  private hear({ value }: Answer<{ kind: 'events' }>): void {
    this.events = value ?? [];
    if (!value) {
      this.heardTo = undefined;
      this.waiting = [];
      this.heard.unseen.set(0);
      this.heard.unseenFills.set(0);
      this.toldFills.set([]);
      this.fills.forget();
      this.undecided.clear();
      this.doubtful = [];
      this.board.clear();
      return;
    }
    this.traded = requestsIn(value, 'traded');
    this.closed = requestsIn(value, 'closed');
    this.board.dropRequest((id) => this.isNoNews(id));
    const known = this.heardTo;
    this.heardTo = Math.max(known ?? 0, newestOf(value));
    if (known === undefined) return;
    const news = value.filter(({ sequence, origin }) => sequence > known && origin !== 'test');
    if (news.length === 0) return;
    const since = this.client.clock.now();
    this.waiting.push(...news.reverse().map((event) => ({ event, since })));
    this.judgeIn(BUNCH_MS);
  }

  private tellTaken(): void {
    const fills = this.fills.all.get();
    if (fills !== this.heard.fills.get()) this.heard.fills.set(fills);
    const taken = wholeTaken(fills, this.journal);
    if ([...taken].join() !== [...this.heard.taken.get()].join()) this.heard.taken.set(taken);
  }

  private judgeIn(afterMs: number): void {
    const dueAt = this.client.clock.now() + afterMs;
    if (this.judging && this.judging.dueAt <= dueAt) return;
    this.judging?.cancel();
    const cancel = this.client.clock.after(afterMs, () => {
      this.judging = undefined;
      this.judge();
    });
    this.judging = { dueAt, cancel };
  }

  private judge(): void {
    const now = this.client.clock.now();
    const judged = this.waiting.map((one) => {
      const caused = causedHere(one.event, this.journal);
      const sureAt = caused === 'maybe' ? one.event.heardAt + UNSURE_MS : this.readBy(one);
      return { ...one, caused, sureAt };
    });
    const isUnsure = ({ sureAt }: (typeof judged)[number]): boolean => now < sureAt;
    const unsure = judged.filter(isUnsure);
    this.waiting = unsure.map(({ event, since }) => ({ event, since }));
    this.tell(judged.filter((one) => one.caused !== 'yes' && !isUnsure(one)));
    if (unsure.length === 0) return;
    this.judgeIn(Math.max(BUNCH_MS, Math.min(...unsure.map(({ sureAt }) => sureAt)) - now));
  }

  /** Until when a record is waited for that is not read yet: of a new request, or of a trade that may have taken what ended. */
  private readBy({ event, since }: Waiting): number {
    const { type, requestId, heardAt } = event;
    if (this.endedByNow(event).length > 0 && this.mayBeTaken(requestId)) return heardAt + NEWS_MS;
    const isRead = requestId === undefined || this.requests.get(requestId) !== undefined;
    return eventKindOf(type) === 'request' && !isRead ? since + UNREAD_MS : 0;
  }

  private tell(told: readonly Waiting[]): void {
    if (told.length === 0) return;
    const standing = relevanceOf(this.known());
    const now = this.client.clock.now();
    const own = told.filter(
      ({ event }) => isRelevant(standing(event)) && isOwnMatter(event, standing(event)),
    );
    if (this.lookers === 0) this.heard.unseen.set(this.heard.unseen.get() + own.length);
    const news = told.flatMap((one) => this.newsIn(one, newsOf(one.event, standing(one.event))));
    // A trade on a request of this desk may be its own: its record says so.
    const isMaybeFill = ({ kind, event }: News): boolean =>
      kind === 'traded' && event.tradeId !== undefined && isOwnMatter(event, standing(event));
    for (const one of news.filter(isMaybeFill)) this.lookUp(one);
    const isNameless = ({ kind, event }: News): boolean => kind === 'traded' && event.tradeId === undefined;
    this.doubt(...news.filter(isNameless));
    const off = this.heard.switches.off.get();
    this.board.put(
      news.filter((one) => !isMaybeFill(one) && !off.has(one.kind) && now - one.event.heardAt < NEWS_MS),
    );
  }

  /** Tells of a fill by the platform's record of the trade; without one, or where it is not this desk's, of a trade. */
  private lookUp(news: News): void {
    this.fills.read(news.event.tradeId ?? '', (fill) => {
      if (!fill) {
        this.doubt(news);
        return this.tellTrade(news);
      }
      this.undecided.set(fill.tradeId, { ...news, fill });
      this.client.clock.after(WORD_MS, () => {
        if (!this.undecided.delete(fill.tradeId)) return;
        this.doubt(news);
        this.tellTrade(news);
      });
      this.decide();
    });
  }

  private doubt(...news: readonly News[]): void {
    const known = new Set<string>(this.fills.all.get().map(({ tradeId }) => tradeId));
    const doubtful = news.map((one) => ({ ...one, known }));
    this.doubtful = [...doubtful, ...this.doubtful].slice(0, DOUBTFUL_MAX);
  }

  /** As soon as it is known whose a trade is that was told of before. */
  private decideDoubtful(): void {
    for (const news of this.doubtful) {
      const { tradeId, heardAt } = news.event;
      const own = this.fills.all
        .get()
        .find((fill) =>
          tradeId === undefined
            ? fill.requestId === news.requestId &&
              fill.at >= heardAt - NEWS_MS &&
              !news.known.has(fill.tradeId)
            : fill.tradeId === tradeId,
        );
      const isOthers = tradeId !== undefined && this.fills.stateOf(tradeId) === 'other';
      if (!own && !isOthers) continue;
      this.doubtful = this.doubtful.filter((one) => one !== news);
      this.board.settle(news, own ? 'own' : 'other');
      if (own) this.announce(own);
    }
  }

  /** As soon as the gateway says whose a trade is. */
  private decide(): void {
    for (const [tradeId, { fill, ...news }] of [...this.undecided]) {
      const state = this.fills.stateOf(tradeId);
      if (state !== 'own' && state !== 'other') continue;
      this.undecided.delete(tradeId);
      if (state === 'own') this.announce(fill);
      else this.tellTrade({ ...news, isOthers: true });
    }
    this.decideDoubtful();
  }

  private tellTrade(news: News): void {
    if (!this.heard.switches.off.get().has('traded')) this.board.put([news]);
  }

  private announce(fill: Fill): void {
    const told = this.toldFills.get();
    if (told.some(({ tradeId }) => tradeId === fill.tradeId)) return;
    // With the quote that was taken, which the gateway names where the record does not.
    const known = this.fills.all.get().find(({ tradeId }) => tradeId === fill.tradeId);
    this.toldFills.set([known ?? fill, ...told].slice(0, FILLS_TOLD_MAX));
    if (this.fillLookers === 0) this.heard.unseenFills.set(this.heard.unseenFills.get() + 1);
    if (this.heard.switches.sound.get()) chime();
  }

  private newsIn({ event, since }: Waiting, kind: NewsKind | undefined): News[] {
    const id = RequestId.safeParse(event.requestId);
    if (kind === undefined || !id.success) return [];
    const ended = this.endedWith(event);
    if (kind === 'closed' && this.traded.has(id.data) && ended.length === 0) return [];
    if (kind === 'request' && this.isNoNews(id.data)) return [];
    return [{ kind, requestId: id.data, event, since, ended }];
  }
}

/** Requests of which an event says so; a test says nothing. */
const requestsIn = (events: readonly PlatformEvent[], kind: 'traded' | 'closed'): ReadonlySet<string> =>
  new Set(
    events.flatMap(({ type, origin, requestId }) =>
      origin !== 'test' && eventKindOf(type) === kind ? (requestId ?? []) : [],
    ),
  );

/** More than that nobody reads one by one: the room Today has them all. */
const FILLS_TOLD_MAX = 20;
const DOUBTFUL_MAX = 100;
const REQUESTS_MAX = 2_000;

/** The requests that were among the open ones since the page is there: who made one is still known when it is over. */
class SeenRequests {
  private readonly seen = new Map<string, Request>();
  /** Those on the newest list; absent while it may lack one. */
  private listed: ReadonlySet<string> | undefined;

  /** Without a value the desk works elsewhere: an id there may be that of another request. */
  hear({ value }: Pick<Answer<{ kind: 'open-requests' }>, 'value'>): void {
    this.listed = value?.unreadable.length === 0 ? new Set(value.records.map(({ id }) => id)) : undefined;
    if (!value) return this.seen.clear();
    for (const request of value.records) {
      this.seen.delete(request.id);
      this.seen.set(request.id, request);
    }
    for (const id of this.seen.keys()) {
      if (this.seen.size <= REQUESTS_MAX) return;
      this.seen.delete(id);
    }
  }

  get(id: string): Request | undefined {
    return this.seen.get(id);
  }

  /** It was among the open ones, and the newest list of them has it no more. */
  isOver(id: string): boolean {
    return this.seen.has(id) && this.listed?.has(id) === false;
  }

  roles(): ReadonlyMap<string, Role> {
    return new Map([...this.seen].map(([id, request]) => [id, roleOf(request)]));
  }
}
