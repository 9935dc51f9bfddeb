import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Clock } from '../../effects/clock';
import type { DeskFigures } from '../environments/figures';

/** Of a desk of several machines: as this machine knows it. Ages are ms. */
export interface LeadFigures {
  readonly isLeader: boolean;
  /** It grows with every change of the leader. */
  readonly epoch: number;
  /** Since the leader was last heard of. */
  readonly beatAgeMs?: number;
}

export interface ReplicationFigures {
  /** Standbys that confirm each commit. */
  readonly confirming: number;
  /** Whether the servers keep what they confirm, as looked at last. */
  readonly isSafe: boolean;
  /** By how much the slowest standby that confirms is behind. */
  readonly lagMs?: number;
}

export interface SpoolFigures {
  /** Events that wait on this machine's disk for the database. */
  readonly events: number;
}

/** Where figures come from; asked at each reading. A part that answers nothing has no figures just now. */
export interface Measured {
  readonly desk: () => (DeskFigures & { readonly sessions: number }) | undefined;
  readonly lead?: () => LeadFigures | undefined;
  readonly replication?: () => ReplicationFigures | undefined;
  readonly spool?: () => SpoolFigures | undefined;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
}

const SECOND_MS = 1_000;
const JOURNAL_STATES = ['whole', 'checking', 'broken'] as const;

/** All that is measured, in the form that Prometheus reads. Labels name kinds alone: no person, id, address or secret. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly calls: Counter<'lane' | 'outcome'>;
  private readonly events: Counter<'origin'>;
  /** What was told at the last reading, and may not be there any more. */
  private readonly current = new Set<string>();
  /** What of the counters has been told already: the figures begin anew where the desk does. */
  private readonly told = new Map<string, number>();

  constructor(private readonly measured: Measured) {
    collectDefaultMetrics({ register: this.registry });
    const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> =>
      new Counter({ name, help, labelNames, registers: [this.registry] });
    this.calls = counter('spreaddesk_calls_total', 'Calls to the platform, by lane and outcome.', [
      'lane',
      'outcome',
    ]);
    this.events = counter(
      'spreaddesk_events_total',
      'Events kept, by origin; found are those that no delivery told of.',
      ['origin'],
    );
    this.gauge('spreaddesk_info', 'The version that runs.', ['version']).set(
      { version: measured.version },
      1,
    );
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    this.read();
    return this.registry.metrics();
  }

  private gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** A gauge that is made anew at each reading; of what is not known there is none. */
  private now(name: string, help: string, value: number | boolean | undefined): void {
    if (value === undefined) return;
    this.current.add(name);
    this.gauge(name, help).set(Number(value));
  }

  private nowEach<L extends string>(
    name: string,
    help: string,
    { label, values }: { readonly label: L; readonly values: readonly (readonly [string, number])[] },
  ): void {
    this.current.add(name);
    const gauge = this.gauge(name, help, [label]);
    for (const [of, value] of values) gauge.set({ [label]: of } as Record<L, string>, value);
  }

  private read(): void {
    for (const name of this.current) this.registry.removeSingleMetric(name);
    this.current.clear();
    const { desk, lead, replication, spool } = this.measured;
    const figures = desk();
    this.now('spreaddesk_desk_open', 'Whether this process is the desk that trades.', figures !== undefined);
    if (figures) this.readDesk(figures);
    const led = lead?.();
    this.now('spreaddesk_leader', 'Whether this machine leads the desk.', led?.isLeader);
    this.now('spreaddesk_epoch', 'Number of the leader; it grows with every change.', led?.epoch);
    this.now(
      'spreaddesk_leader_beat_age_seconds',
      'Since the leader was last heard of.',
      seconds(led?.beatAgeMs),
    );
    const kept = replication?.();
    this.now('spreaddesk_replication_standbys', 'Standbys that confirm each commit.', kept?.confirming);
    this.now('spreaddesk_replication_safe', 'Whether the servers keep what they confirm.', kept?.isSafe);
    this.now(
      'spreaddesk_replication_lag_seconds',
      'Of the slowest standby that confirms.',
      seconds(kept?.lagMs),
    );
    this.now('spreaddesk_spooled_events', 'Events on disk that wait for the database.', spool?.()?.events);
  }

  private readDesk(figures: DeskFigures & { readonly sessions: number }): void {
    const { quota, pacing, events } = figures;
    for (const { lane, outcome, calls } of pacing.ended)
      this.calls.inc({ lane, outcome }, this.since(`${figures.environment} ${lane} ${outcome}`, calls));
    for (const [origin, count] of Object.entries(events))
      this.events.inc({ origin }, this.since(`${figures.environment} ${origin}`, count));
    const age = (at: number | undefined): number | undefined =>
      at === undefined ? undefined : Math.max(0, (this.measured.clock.now() - at) / SECOND_MS);
    this.now('spreaddesk_signed_in', 'Whether the desk is signed in to the platform.', figures.signedIn);
    this.now('spreaddesk_failing', 'Whether health says failing: a person has to look.', figures.isFailing);
    this.now('spreaddesk_halted', 'Whether a person has halted the desk.', figures.isHalted);
    this.now('spreaddesk_disk_failing', 'Whether writes are refused by the disk.', figures.diskFails);
    this.nowEach('spreaddesk_journal', 'The state of the journal: 1 at the one it is in.', {
      label: 'state',
      values: JOURNAL_STATES.map((state) => [state, Number(figures.journal === state)]),
    });
    this.now('spreaddesk_day_calls_left', 'Calls left of the day.', quota.left);
    this.now('spreaddesk_day_calls_used', 'Calls used of the day.', quota.used);
    this.now('spreaddesk_day_calls', 'Calls of a whole day.', quota.perDay);
    this.now(
      'spreaddesk_day_resets_seconds',
      'Until the day begins anew.',
      seconds(quota.resetsAt - this.measured.clock.now()),
    );
    this.now(
      'spreaddesk_day_reading_ends_seconds',
      'Until the calls for reading are spent, by the forecast; absent when they last.',
      quota.endsAt === undefined ? undefined : seconds(Math.max(0, quota.endsAt - this.measured.clock.now())),
    );
    this.now('spreaddesk_tokens', 'Tokens in the bucket.', quota.tokens);
    this.nowEach('spreaddesk_queue_calls', 'Calls that wait for their turn, by lane.', {
      label: 'lane',
      values: pacing.waiting.map(({ lane, calls }) => [lane, calls]),
    });
    this.nowEach('spreaddesk_queue_age_seconds', 'For how long the oldest call has waited, by lane.', {
      label: 'lane',
      values: pacing.waiting.map(({ lane, oldestMs }) => [lane, oldestMs / SECOND_MS]),
    });
    this.now('spreaddesk_watched_resources', 'Resources that pages watch.', quota.plan?.resources);
    this.now(
      'spreaddesk_oldest_price_age_seconds',
      'Age of the oldest price in sight.',
      age(quota.plan?.pricesAt),
    );
    this.nowEach('spreaddesk_actions', 'Actions that have not ended, by state.', {
      label: 'state',
      values: Object.entries(figures.unfinished),
    });
    this.now(
      'spreaddesk_unknown_age_seconds',
      'Since the oldest action of unknown outcome was sent.',
      age(figures.unknownSince),
    );
    this.now('spreaddesk_event_age_seconds', 'Since the newest delivered event came.', age(figures.pushedAt));
    this.now('spreaddesk_sessions', 'Open sessions of pages and programs.', figures.sessions);
  }

  /** By how much a count of the desk has grown since it was last read. */
  private since(name: string, count: number): number {
    const before = this.told.get(name) ?? 0;
    this.told.set(name, count);
    return count < before ? count : count - before;
  }
}

const seconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : ms / SECOND_MS;
