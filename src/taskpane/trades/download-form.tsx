import { Button, Checkbox, Field, makeStyles, mergeClasses, Select } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import {
  type TradeDownloadEstimate,
  type TradeDownloadId,
  DownloadSelection,
} from '../../domain/trade-download';
import type { Outcome } from '../../domain/failure';
import { useSharedStyles } from '../ui/styles';
import { Note, type NoteTone } from '../ui/note';
import { TextField } from '../ui/fields';
import { usePane } from '../app/hooks';
import { useZoneName } from '../app/today';
import { counted } from '../ui/text/cell-text';
import { failureInWords } from '../ui/text/status-text';
import { namesSeen, useDownloads, useEstimate } from './downloads';
import { daysOfPeriod } from '../../domain/day';
import { VENUES } from '../../domain/interface-words';
import { namesIn } from '../../domain/typed-names';

const useStyles = makeStyles({
  pair: { display: 'flex', alignItems: 'start', flexWrap: 'wrap', gap: '6px' },
  half: { flexGrow: 1, flexBasis: '110px', minWidth: 0 },
});

/** Which trades, what the download costs, and the press that starts it. */
export function DownloadForm({ today, zone }: { today: string; zone: string }) {
  const { client } = usePane();
  const shared = useSharedStyles();
  const downloads = useDownloads().value ?? [];
  const [draft, setDraft] = useState<DownloadDraft>({
    ...daysOf('month', today),
    ...NO_SUGGESTIONS,
    anew: false,
  });
  const [starting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [isMeant, setMeant] = useState(false);
  // Kept until the download has started, so that a press after a lost answer starts no second one.
  const id = useRef<TradeDownloadId>(undefined);
  const wanted = wantedOf(draft);
  const moment = downloads.map((one) => `${one.id} ${one.state}`).join();
  const estimate = useEstimate(wanted, moment, draft.anew);
  // Most likely a slip: it would read the whole list to find nothing.
  const unheard = estimate?.ok ? (estimate.value.unheard ?? []) : [];
  const change = (changes: Partial<DownloadDraft>): void => {
    setRefusal('');
    setMeant(false);
    id.current = undefined;
    setDraft((now) => ({ ...now, ...changes }));
  };
  const start = async (what: DownloadSelection): Promise<void> => {
    setStarting(true);
    setRefusal('');
    id.current ??= client.captures.newId();
    const started = await client.captures.start(id.current, what, { anew: draft.anew });
    setStarting(false);
    if (!started.ok) return setRefusal(failureInWords(started.failure));
    id.current = undefined;
  };
  return (
    <form className={shared.section} aria-label="New download" onSubmit={(event) => event.preventDefault()}>
      <DayFields draft={draft} today={today} onChange={change} />
      <NameFields
        draft={draft}
        zone={zone}
        words={estimate?.ok ? estimate.value.words : undefined}
        seen={downloads.map(({ wanted: one }) => one)}
        onChange={change}
      />
      {estimate?.ok && (estimate.value.kept > 0 || draft.anew) && (
        <Checkbox
          checked={draft.anew}
          label={
            <span className={shared.small} title="In case the platform has corrected a trade">
              Fetch again trades that are stored already
            </span>
          }
          onChange={(_, { checked }) => change({ anew: checked === true })}
        />
      )}
      <Cost wanted={wanted} estimate={estimate} isFirst={downloads.length === 0} />
      {unheard.length > 0 && (
        <Checkbox
          checked={isMeant}
          label={
            <span
              className={shared.small}
            >{`Include ${unheard.join(', ')}, which no trade has had yet`}</span>
          }
          onChange={(_, { checked }) => setMeant(checked === true)}
        />
      )}
      <div>
        <Button
          appearance="primary"
          size="small"
          disabledFocusable={starting || !wanted || !estimate?.ok || (unheard.length > 0 && !isMeant)}
          onClick={() => wanted && void start(wanted)}
        >
          {starting ? 'Starting…' : 'Start download'}
        </Button>
      </div>
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </form>
  );
}

const NO_SUGGESTIONS = { venues: '', commodities: '' };

interface FieldsProps {
  readonly draft: DownloadDraft;
  readonly onChange: (changes: Partial<DownloadDraft>) => void;
}

function DayFields({ draft, today, onChange }: FieldsProps & { today: string }) {
  const styles = useStyles();
  const filled = draft.from !== '' && draft.to !== '';
  const inOrder = wantedOf({ ...draft, ...NO_SUGGESTIONS }) !== undefined;
  return (
    <>
      <Field label="Days" size="small">
        <Select
          size="small"
          value={spanOf(draft, today) ?? ''}
          onChange={(_, { value }) => {
            const span = SPANS.find((one) => one === value);
            if (span) onChange(daysOf(span, today));
          }}
        >
          {SPANS.map((span) => (
            <option key={span} value={span}>
              {SPAN_WORDS[span]}
            </option>
          ))}
          <option value="">Other days</option>
        </Select>
      </Field>
      <div className={styles.pair}>
        <div className={styles.half}>
          <TextField type="date" label="From" text={draft.from} onChange={(from) => onChange({ from })} />
        </div>
        <div className={styles.half}>
          <TextField
            type="date"
            label="To"
            text={draft.to}
            wrong={filled && !inOrder ? 'Enter a later last day.' : undefined}
            onChange={(to) => onChange({ to })}
          />
        </div>
      </div>
    </>
  );
}

function NameFields({
  draft,
  zone,
  words,
  seen,
  onChange,
}: FieldsProps & {
  zone: string;
  words: TradeDownloadEstimate['words'];
  seen: readonly DownloadSelection[];
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const venues = namesSeen(VENUES, words?.venues, ...seen.map((one) => one.venues));
  const commodities = namesSeen(words?.commodities, ...seen.map((one) => one.commodities));
  return (
    <>
      <div className={styles.pair}>
        <div className={styles.half}>
          <TextField
            label="Venues"
            text={draft.venues}
            suggestions={venues}
            onChange={(typed) => onChange({ venues: typed })}
          />
        </div>
        <div className={styles.half}>
          <TextField
            label="Commodities"
            text={draft.commodities}
            suggestions={commodities}
            onChange={(typed) => onChange({ commodities: typed })}
          />
        </div>
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Days in {useZoneName(zone)}, first and last included. Separate several names by commas; leave a field
        empty for all.
      </p>
    </>
  );
}

function Cost({
  wanted,
  estimate,
  isFirst,
}: {
  wanted: DownloadSelection | undefined;
  estimate: Outcome<TradeDownloadEstimate> | undefined;
  /** Nothing was downloaded before: what is kept comes from cells. */
  isFirst: boolean;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const trades = (count: number): string => counted(count, 'trade', formatters);
  const fromSheets = (count: number): string =>
    `${trades(count)} ${count === 1 ? 'is' : 'are'} stored from what sheets showed; no period has been downloaded yet.`;
  const text = (): string => {
    if (!wanted) return 'Enter two days, the earlier first, to see the cost.';
    if (!estimate) return 'Calculating the cost…';
    if (!estimate.ok) return failureInWords(estimate.failure);
    const { kept, cost, notes = [] } = estimate.value;
    const stored = kept === 0 ? [] : [isFirst ? fromSheets(kept) : `Stored already: ${trades(kept)}.`];
    return [cost.says, ...stored, ...notes].join(' ');
  };
  return (
    <div role="group" aria-label="Cost">
      <Note tone={toneOf(estimate)} live>
        <span className={shared.digits}>{text()}</span>
      </Note>
    </div>
  );
}

/** A word that no trade has is most likely a slip of the keyboard. */
function toneOf(estimate: Outcome<TradeDownloadEstimate> | undefined): NoteTone {
  if (estimate && !estimate.ok) return 'bad';
  return estimate?.value.unheard ? 'warning' : 'plain';
}

/** Days as people ask for them. `month`: the present one up to today. */
export const SPANS = ['month', 'today', 'yesterday', 'week', 'last-month'] as const;
type Span = (typeof SPANS)[number];

const SPAN_WORDS: Record<Span, string> = {
  month: 'This month',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last week',
  'last-month': 'Last month',
};

interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** The first and the last day, both included. `today` is the present day of the service, "2026-11-20". Weeks begin on Monday. */
export function daysOf(span: Span, today: string): Days {
  switch (span) {
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shifted(today, -1), to: shifted(today, -1) };
    case 'week': {
      const monday = shifted(today, -((weekday(today) + 6) % 7));
      return { from: shifted(monday, -7), to: shifted(monday, -1) };
    }
    case 'last-month': {
      const to = shifted(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
  }
}

/** What these days are called; a period of one's own has no name. */
export const spanOf = (days: Days, today: string): Span | undefined =>
  SPANS.find((span) => {
    const { from, to } = daysOf(span, today);
    return from === days.from && to === days.to;
  });

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
const weekday = (day: string): number => new Date(utc(day)).getUTCDay();
const shifted = (day: string, days: number): string =>
  new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Which trades, as a person types it: names with commas between them, none for all. */
interface DownloadDraft extends Days {
  readonly venues: string;
  readonly commodities: string;
  /** Details that are kept and final are fetched again too. */
  readonly anew: boolean;
}

/** What is wanted; nothing while the days are not filled in. */
export function wantedOf({
  from,
  to,
  venues,
  commodities,
}: Omit<DownloadDraft, 'anew'>): DownloadSelection | undefined {
  if (daysOfPeriod(from, to) === undefined) return undefined;
  const names = { venues: namesIn(venues), commodities: namesIn(commodities) };
  return DownloadSelection.safeParse({
    from,
    to,
    ...(names.venues.length > 0 && { venues: names.venues }),
    ...(names.commodities.length > 0 && { commodities: names.commodities }),
  }).data;
}
