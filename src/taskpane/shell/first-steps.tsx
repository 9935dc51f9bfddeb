import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useEventNotices } from '../app/event-notices';
import { JOURNAL, STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import type { Route } from '../app/route';
import { useSharedStyles } from '../ui/styles';

/** The first day in five steps (docs/first-day.md). */
const STEPS = [
  { name: 'look', does: 'Look at a request', how: 'Select one in Requests.' },
  {
    name: 'trading',
    does: 'Switch trading on',
    how: 'The switch is at the top. It goes off after 5 idle minutes.',
  },
  { name: 'quote', does: 'Send a quote', how: 'Open a request marked “To quote” and type a price.' },
  {
    name: 'fill',
    does: 'Get filled',
    how: 'Wait until a quote is taken, or accept one on your own request.',
  },
  { name: 'export', does: 'Export trades', how: 'Download the trades of this month in Trades.' },
] as const;
type Step = (typeof STEPS)[number]['name'];

const STEPS_KEPT = 'first-steps';
const PUT_AWAY = 'closed';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    gap: '0 2px',
    padding: '4px 6px 4px 10px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  small: { minWidth: 'auto', padding: '0 6px' },
  all: { gridColumn: '1 / -1', paddingBottom: '4px' },
  step: { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', paddingTop: '4px' },
  done: { color: tokens.colorStatusSuccessForeground1 },
});

/** A card that leads through the first day, each step ticked off when it has happened, until a person closes it for good. Not in production, and in the list only. */
export function FirstSteps({ route }: { route: Route }) {
  const { client, preferences } = usePane();
  const [kept, setKept] = useState(() => preferences.read(STEPS_KEPT) ?? '');
  const status = useAnswer(client, STATUS).value;
  if (kept === PUT_AWAY || status?.signedIn !== true || status.environment === 'production') return null;
  const keep = (text: string): void => {
    preferences.keep(STEPS_KEPT, text);
    setKept(text);
  };
  return <Card route={route} kept={kept} onKeep={keep} />;
}

interface CardProps {
  readonly route: Route;
  /** The names of the steps that were done before. */
  readonly kept: string;
  readonly onKeep: (text: string) => void;
}

function Card({ route, kept, onKeep }: CardProps) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const happened = useHappened(route);
  const before = kept.split(',');
  const done = STEPS.map(({ name }) => name).filter((name) => before.includes(name) || happened.has(name));
  const now = done.join(',');
  useEffect(() => {
    if (now !== kept) onKeep(now);
  }, [now, kept, onKeep]);
  const isShown = useFreePlace(route);
  if (!isShown) return null;
  const next = STEPS.find(({ name }) => !done.includes(name));
  return (
    <section className={mergeClasses(styles.card, shared.small)} aria-label="First steps">
      <span role="status">
        <strong>
          {done.length} of {STEPS.length} first steps.
        </strong>{' '}
        {next ? `Next: ${next.does}. ${next.how}` : 'All done: you can close this card.'}
      </span>
      <Button
        size="small"
        appearance="subtle"
        className={styles.small}
        aria-expanded={isOpen}
        aria-label="All first steps"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? '▴' : '▾'}
      </Button>
      <Button
        size="small"
        appearance="subtle"
        className={styles.small}
        aria-label="Close first steps for good"
        onClick={() => onKeep(PUT_AWAY)}
      >
        ✕
      </Button>
      {isOpen && (
        <ol className={mergeClasses(shared.list, styles.all)}>
          {STEPS.map(({ name, does, how }) => (
            <li key={name} className={styles.step}>
              <span className={styles.done} aria-hidden="true">
                {done.includes(name) ? '✓' : ''}
              </span>
              <span>
                <strong>{does}.</strong> {done.includes(name) ? 'Done.' : how}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Nothing of the day's business is covered by it: it stands below the list alone, and below no result. */
function useFreePlace({ room }: Route): boolean {
  const { withdrawals } = usePane();
  const fills = useWatched(useEventNotices().toldFills);
  const withdrawn = useWatched(withdrawals.shown);
  const pressed = useWatched(withdrawals.pressed);
  return room === 'requests' && fills.length + withdrawn.length === 0 && pressed === undefined;
}

const DOWNLOADS = { kind: 'captures' } as const;

/** The steps that have happened as far as the desk knows. */
function useHappened(route: Route): ReadonlySet<Step> {
  const { client, arm } = usePane();
  const { armed } = useWatched(arm.arm);
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const fills = useWatched(useEventNotices().fills.all);
  const downloads = useAnswer(client, DOWNLOADS).value ?? [];
  const steps: readonly (readonly [Step, boolean])[] = [
    ['look', route.room === 'request'],
    ['trading', armed],
    ['quote', journal.some(({ body, state }) => body.kind === 'send-quote' && state === 'done')],
    ['fill', fills.length > 0],
    ['export', downloads.some(({ state }) => state === 'done')],
  ];
  return new Set(steps.flatMap(([step, hasHappened]) => (hasHappened ? [step] : [])));
}
