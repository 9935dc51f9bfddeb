import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { KeyboardEvent } from 'react';
import { JOURNAL, useAnswer, useCells, usePane, useWatched } from '../app/hooks';
import { journalEntries, isUnsettled } from '../app/journal-entries';
import type { Route } from '../app/route';

const useStyles = makeStyles({
  nav: {
    display: 'flex',
    flexWrap: 'wrap',
    padding: '0 6px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    // Two even lines in a narrow pane: every room stays one press away and shows its badge.
    '@media (max-width: 470px)': { display: 'grid', gridTemplateColumns: 'repeat(4, auto)' },
  },
  door: {
    padding: '7px 6px 5px',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    border: 'none',
    borderBottom: '2px solid transparent',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (max-width: 470px)': { padding: '4px 2px 2px', textAlign: 'center', whiteSpace: 'nowrap' },
  },
  here: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `2px solid ${tokens.colorBrandStroke1}`,
  },
  badge: {
    marginLeft: '5px',
    padding: '0 5px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorPaletteRedBackground3,
  },
});

const DOORS = [
  { room: 'requests', label: 'Requests' },
  { room: 'bulk', label: 'Bulk' },
  { room: 'cells', label: 'Cells' },
  { room: 'journal', label: 'Journal' },
  { room: 'events', label: 'Events' },
  { room: 'risk', label: 'Risk' },
  { room: 'trades', label: 'Trades' },
  { room: 'desk', label: 'Desk' },
] as const;

interface BadgeWords {
  readonly count: number;
  readonly words: string;
}

/**
 * The doors to the rooms. The journal's says how many actions are not settled, the cells' how many are in error, the events' how
 * many were not seen. Arrow keys lead from door to door.
 */
export function Navigation({ route, onGo }: { route: Route; onGo: (route: Route) => void }) {
  const { client, events, presses } = usePane();
  const styles = useStyles();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const open = journalEntries(journal, useWatched(presses.all)).filter(isUnsettled).length;
  const wrong = useCells().filter(({ problem }) => problem !== undefined).length;
  const badges: Partial<Record<Route['room'], BadgeWords>> = {
    cells: { count: wrong, words: 'in error' },
    journal: { count: open, words: 'in progress' },
    events: { count: useWatched(events.unseen), words: 'not seen' },
  };
  const here = doorOf(route);
  return (
    <nav className={styles.nav} aria-label="Rooms" onKeyDown={walk}>
      {DOORS.map(({ room, label }) => (
        <button
          key={room}
          type="button"
          className={mergeClasses(styles.door, room === here && styles.here)}
          aria-current={room === here ? 'page' : undefined}
          onClick={() => onGo({ room })}
        >
          {label}
          <Badge {...badges[room]} />
        </button>
      ))}
    </nav>
  );
}

/** To the door that an arrow key, Home or End leads to. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const doors = [...event.currentTarget.querySelectorAll('button')];
  const at = doors.findIndex((door) => door === event.target);
  const to: Record<string, number> = {
    ArrowRight: (at + 1) % doors.length,
    ArrowLeft: (at - 1 + doors.length) % doors.length,
    Home: 0,
    End: doors.length - 1,
  };
  const door = doors[to[event.key] ?? -1];
  if (!door) return;
  event.preventDefault();
  door.focus();
}

function Badge({ count = 0, words = '' }: Partial<BadgeWords>) {
  const { formatters } = usePane();
  const styles = useStyles();
  if (count === 0) return null;
  return (
    <span className={styles.badge} aria-label={`${formatters.count(count)} ${words}`} role="img">
      {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
    </span>
  );
}

/** Three digits are as wide as a door may become. */
const BADGE_MAX = 999;

function doorOf(route: Route): Route['room'] {
  if (route.room === 'request') return route.from;
  return route.room === 'new-request' ? 'requests' : route.room;
}
