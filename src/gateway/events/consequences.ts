import type { PlatformEvent } from '../../domain/event';
import type { ActionId, RequestId } from '../../domain/identifiers';
import { resourceKey, type ResourceKey } from '../../domain/resource';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { ActionDesk } from '../actions/action-desk';
import type { AnswerBook } from '../answers/answer-book';
import { isWanted } from '../answers/entry';
import type { RemoteResource } from '../answers/question';
import { Bursts } from './bursts';
import { Digestion } from './digestion';
import { EventBudget, type EventBudgetParts } from './event-budget';
import type { EventLog } from './event-log';
import { listKindsOf, touchedBy } from './touched-resources';

export interface ConsequencesParts extends EventBudgetParts {
  readonly events: Pick<EventLog, 'read' | 'undigested' | 'digested' | 'onKept'>;
  readonly book: Pick<AnswerBook, 'entries' | 'refetch' | 'outdate' | 'outdated'>;
  readonly actions: Pick<ActionDesk, 'unsettledOn' | 'hint'>;
  readonly isListed: (id: RequestId) => boolean;
  readonly signedIn: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** From the start of one refetch to that of the next, however many events there are. */
export const SPACING_MS = 500;
/** The same for looking up actions, which takes several calls. */
export const LOOK_SPACING_MS = 2_000;
/** Beyond the cap a resource is made due this often at most, so that polling does not run after one name alone. */
export const CAPPED_SPACING_MS = 60_000;
/** Calls that looking up one action takes about. */
const LOOK_CALLS = 3;

/**
 * What follows from events. They are hints, whoever sent them and in whatever order: what they name is read again, ahead
 * of polling and behind every action, and only what was read is believed.
 */
export class Consequences {
  private readonly bursts: Bursts;
  private readonly budget: EventBudget;
  private readonly digestion: Digestion;
  /** What waits until its request has been read, by the key of that request. */
  private readonly waiting = new Map<ResourceKey, Map<ResourceKey, RemoteResource>>();
  private stopListening: () => void = () => undefined;
  /** Until when it was said that the cap is reached: once a day. */
  private saidUntil = -Infinity;

  constructor(private readonly parts: ConsequencesParts) {
    this.bursts = new Bursts(parts.clock);
    this.budget = new EventBudget(parts);
    this.digestion = new Digestion(parts);
  }

  /** Takes up what the last run left. What was kept on disk before an event is not shown for new, whenever that was. */
  start(): void {
    const { events, book } = this.parts;
    for (const event of events.read()) {
      const { first, then } = this.touched(event);
      book.outdate([...first, ...then], event.heardAt);
      book.outdated.markKinds(listKindsOf(event), event.heardAt);
    }
    this.stopListening = events.onKept((kept) => this.draw(kept));
    this.draw(events.undigested());
  }

  stop(): void {
    this.stopListening();
    this.bursts.stop();
    this.digestion.stop();
  }

  private draw(events: readonly PlatformEvent[]): void {
    for (const event of events) if (event.origin !== 'test') this.drawOne(event);
    this.digestion.add(events.map(({ sequence }) => sequence));
  }

  private drawOne(event: PlatformEvent): void {
    const { first, then } = this.touched(event);
    this.parts.book.outdated.markKinds(listKindsOf(event), this.parts.clock.now());
    for (const resource of first) this.touch(resource, then);
    if (!first.some(({ kind }) => kind === 'request')) for (const resource of then) this.touch(resource);
    if (event.requestId !== undefined) this.look(event.requestId);
  }

  private touched(event: PlatformEvent) {
    const { book, isListed, zone } = this.parts;
    return touchedBy(event, { entries: book.entries, isListed, zone });
  }

  private touch(resource: RemoteResource, then: readonly RemoteResource[] = []): void {
    const { book } = this.parts;
    const key = resourceKey(resource);
    const entry = book.entries.get(key);
    const followers = resource.kind === 'request' ? then : [];
    if (!entry || !isWanted(entry) || entry.known?.final) {
      if (!entry?.known?.final) book.outdate([resource]);
      for (const follower of followers) this.touch(follower);
      return;
    }
    const waiting = this.waiting.get(key) ?? new Map<ResourceKey, RemoteResource>();
    for (const follower of followers) waiting.set(resourceKey(follower), follower);
    if (waiting.size > 0) this.waiting.set(key, waiting);
    this.bursts.touch(key, () => this.refetch(resource, key));
  }

  private async refetch(resource: RemoteResource, key: ResourceKey): Promise<number> {
    const { book, clock, signedIn } = this.parts;
    const followers = this.waiting.get(key)?.values() ?? [];
    this.waiting.delete(key);
    const waitMs = signedIn() ? this.budget.take(book.entries.get(key)?.calls ?? 1) : undefined;
    if (waitMs === undefined) {
      if (signedIn()) this.sayCapped();
      book.outdate([resource]);
    } else {
      if (waitMs > 0) await pause(clock, waitMs);
      await book.refetch([resource], 'visible');
    }
    for (const follower of followers) this.touch(follower);
    return waitMs === undefined ? CAPPED_SPACING_MS : SPACING_MS;
  }

  /** What became of actions on a request that something was heard of may be known by now. */
  private look(requestId: string): void {
    const { actions } = this.parts;
    if (actions.unsettledOn(requestId).length === 0) return;
    this.bursts.touch(JSON.stringify(['look', requestId]), async () => {
      const ids: readonly ActionId[] = actions.unsettledOn(requestId);
      const waitMs = this.budget.take(ids.length * LOOK_CALLS);
      if (waitMs === undefined) return CAPPED_SPACING_MS;
      if (waitMs > 0) await pause(this.parts.clock, waitMs);
      actions.hint(ids);
      return LOOK_SPACING_MS;
    });
  }

  private sayCapped(): void {
    const { clock, log, quota } = this.parts;
    if (clock.now() < this.saidUntil) return;
    this.saidUntil = quota().resetsAt;
    log.warn(
      'Events come faster than their share of the calls allows: what they name is polled in its turn.',
    );
  }
}
