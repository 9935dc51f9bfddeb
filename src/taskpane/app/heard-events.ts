import type { GatewayClient } from '../../client/client';
import type { Fill } from '../../domain/delivery/fill';
import type { PlatformEvent } from '../../domain/event';
import { Observable } from './observable';
import type { Preferences } from './preferences';

/** What a person may be told of while looking elsewhere. */
export const NEWS_KINDS = ['traded', 'withdrawn', 'counteroffer', 'request', 'closed'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

const NAME = 'news-off';
const SOUND = 'fill-sound';

/** Which kinds of news a person does not want to be told of; remembered beyond the page. */
export class NoticeSwitches {
  readonly off: Observable<ReadonlySet<NewsKind>>;
  /** Whether a fill is heard as well as seen. */
  readonly sound: Observable<boolean>;

  constructor(private readonly preferences: Preferences) {
    const kept = (preferences.read(NAME) ?? '').split(',');
    this.off = new Observable(new Set(NEWS_KINDS.filter((kind) => kept.includes(kind))));
    this.sound = new Observable(preferences.read(SOUND) === 'on');
  }

  turnSound(on: boolean): void {
    this.preferences.keep(SOUND, on ? 'on' : 'off');
    this.sound.set(on);
  }

  turn(kind: NewsKind, on: boolean): void {
    const off = new Set(this.off.get());
    if (on) off.delete(kind);
    else off.add(kind);
    this.preferences.keep(NAME, [...off].join());
    this.off.set(off);
  }
}

/** What the pane knows of events from its start. What it makes of them comes with the strip of news, and misses none. */
export class HeardEvents {
  readonly switches: NoticeSwitches;
  /** How many that concern this desk came since somebody looked at the events. */
  readonly unseen = new Observable(0);
  /** How many fills came since somebody looked at those of today. */
  readonly unseenFills = new Observable(0);
  /** Numbers of the desk's own quotes of which nothing is left, by trades that are known: the list of live ones follows later. */
  readonly taken = new Observable<ReadonlySet<string>>(new Set());
  /** The desk's own trades, as far as they were read. */
  readonly fills = new Observable<readonly Fill[]>([]);
  /** What is made of them, by event-notices.ts; absent until that is here. */
  notices: object | undefined;
  /** The newest event of the first answer; absent before it. What came later is news. */
  knownTo: number | undefined;

  constructor(client: Pick<GatewayClient, 'watch'>, preferences: Preferences) {
    this.switches = new NoticeSwitches(preferences);
    client.watch({ kind: 'events' }, ({ value }) => {
      // Without a value the desk works elsewhere, where everything starts anew.
      this.knownTo = value && (this.knownTo ?? newestOf(value));
    });
  }
}

/** The sequence of the newest event; 0 without any. */
export const newestOf = (events: readonly PlatformEvent[]): number =>
  events.reduce((newest, { sequence }) => Math.max(newest, sequence), 0);
