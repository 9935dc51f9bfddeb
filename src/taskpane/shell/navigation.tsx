import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { inError } from '../app/cells-in-error';
import { JOURNAL, STATUS, useAnswer, useCells, useConnection, usePane, useWatched } from '../app/hooks';
import { journalEntries } from '../app/journal-entries';
import { isUnsettled } from '../../domain/actions/tries';
import { useMayAnswer } from '../app/waiting-actions';
import { lazyPart } from '../app/lazy-part';
import { mediaOf } from '../app/observable';
import type { Route } from '../app/route';
import { useSharedStyles } from '../ui/styles';

/** It stands behind the doors, and moves none when it comes. */
const CallsLeft = lazyPart(() =>
  import(/* webpackChunkName: "strips" */ './calls').then((file) => file.CallsLeft),
);

const useStyles = makeStyles({
  nav: {
    position: 'relative',
    display: 'flex',
    alignItems: 'stretch',
    gap: '14px',
    boxSizing: 'border-box',
    height: '36px',
    padding: '0 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media (max-width: 350px)': { gap: '10px' },
  },
  door: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '2px 0 0',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    border: 'none',
    borderBottom: '2px solid transparent',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (forced-colors: active)': { borderBottomColor: 'Canvas' },
  },
  here: {
    '@media (forced-colors: active)': { borderBottomColor: 'Highlight' },
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `2px solid ${tokens.colorCompoundBrandStroke}`,
  },
  more: { minWidth: '28px', justifyContent: 'center', letterSpacing: '1px' },
  menu: {
    position: 'absolute',
    zIndex: 3,
    top: '100%',
    // Its button stands in the right half: to the left of it there is room at every width.
    right: 0,
    display: 'flex',
    flexDirection: 'column',
    minWidth: '140px',
    padding: '4px 0',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  place: { position: 'relative', display: 'flex' },
  item: {
    minHeight: '32px',
    padding: '0 12px',
    border: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  badge: {
    minWidth: '16px',
    boxSizing: 'border-box',
    padding: '0 4px',
    borderRadius: '8px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground5,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  good: { color: '#ffffff', backgroundColor: '#107c10' },
  bad: { color: '#ffffff', backgroundColor: '#c50f1f' },
});

type Door = { readonly room: Route['room'] & Simple; readonly label: string };
type Simple =
  'requests' | 'bulk' | 'programs' | 'today' | 'trades' | 'cells' | 'risk' | 'journal' | 'events' | 'desk';

/** In sight at every width; then those that have room from {@link WIDE} on; then those that the menu keeps. */
const FIRST: readonly Door[] = [
  { room: 'requests', label: 'Requests' },
  { room: 'bulk', label: 'Bulk' },
  { room: 'programs', label: 'Programs' },
  { room: 'today', label: 'Today' },
];
const NEXT: readonly Door[] = [
  { room: 'trades', label: 'Trades' },
  { room: 'cells', label: 'Cells' },
  { room: 'risk', label: 'Risk' },
];
const REST: readonly Door[] = [
  { room: 'journal', label: 'Journal' },
  { room: 'events', label: 'Events' },
  { room: 'desk', label: 'Desk' },
];
const WIDE = '(min-width: 500px)';

interface BadgeWords {
  readonly count: number;
  readonly words: string;
  readonly tone: 'plain' | 'good' | 'bad';
}
type Badges = Partial<Record<Route['room'], readonly BadgeWords[]>>;

/**
 * The doors to the rooms in one row, with those that have no room in it behind its last button. Today says how many actions are
 * not settled and how many fills were not seen. Arrow keys lead from door to door.
 */
export function Navigation({ route, onGo }: { route: Route; onGo: (route: Route) => void }) {
  const styles = useStyles();
  const badges = useBadges();
  const isWide = useWatched(useMemo(() => mediaOf(WIDE), []));
  const here = doorOf(route);
  const hasPrograms = useAnswer(usePane().client, STATUS).value?.programs === true;
  const inMenu = [...(isWide ? [] : NEXT), ...REST];
  const row = [
    ...FIRST.filter(({ room }) => room !== 'programs' || hasPrograms || here === room),
    ...(isWide ? NEXT : []),
    // Where a person is stands in the row.
    ...inMenu.filter(({ room }) => room === here),
  ];
  return (
    <nav className={styles.nav} aria-label="Rooms" onKeyDown={walk}>
      {row.map((door) => (
        <DoorButton key={door.room} door={door} isHere={door.room === here} badges={badges} onGo={onGo} />
      ))}
      <More doors={inMenu.filter(({ room }) => room !== here)} badges={badges} onGo={onGo}>
        {!isWide && <CallsLeft isItem />}
      </More>
      {isWide && <CallsLeft />}
    </nav>
  );
}

function DoorButton({
  door: { room, label },
  isHere,
  isItem = false,
  badges,
  onGo,
}: {
  door: Door;
  isHere: boolean;
  /** It stands in the menu. */
  isItem?: boolean;
  badges: Badges;
  onGo: (route: Route) => void;
}) {
  const styles = useStyles();
  return (
    <button
      type="button"
      className={mergeClasses(styles.door, isHere && styles.here, isItem && styles.item)}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => onGo({ room })}
    >
      {label}
      {(badges[room] ?? []).map((badge) => (
        <Badge key={badge.words} {...badge} />
      ))}
    </button>
  );
}

/** The rooms that the row has no room for. */
function More({
  doors,
  badges,
  onGo,
  children,
}: {
  doors: readonly Door[];
  badges: Badges;
  onGo: (route: Route) => void;
  children: ReactNode;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    // The sheet lies in another window: of a press or a key there, the pane hears only that it lost the focus.
    const leave = (): void => setOpen(false);
    window.addEventListener('pointerdown', press);
    window.addEventListener('blur', leave);
    return () => {
      window.removeEventListener('pointerdown', press);
      window.removeEventListener('blur', leave);
    };
  }, [isOpen]);
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  const blur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !place.current?.contains(relatedTarget)) setOpen(false);
  };
  const go = (route: Route): void => {
    setOpen(false);
    onGo(route);
  };
  const hidden = doors.flatMap(({ room, label }) =>
    (badges[room] ?? []).flatMap((badge) =>
      badge.count > 0 ? [{ ...badge, words: `${badge.words} in ${label}` }] : [],
    ),
  );
  const worst = hidden.find(({ tone }) => tone === 'bad') ?? hidden[0];
  return (
    <div ref={place} className={styles.place} onKeyDown={key} onBlur={blur}>
      <button
        ref={button}
        type="button"
        className={mergeClasses(styles.door, styles.more)}
        aria-expanded={isOpen}
        title={hidden.map(({ count, words }) => `${count} ${words}`).join(', ') || 'More rooms'}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={shared.hidden}>More rooms</span>
        <span aria-hidden="true">•••</span>
        {!isOpen && worst && <Badge {...worst} />}
      </button>
      {isOpen && (
        <div className={styles.menu}>
          {doors.map((door) => (
            <DoorButton key={door.room} door={door} isHere={false} isItem badges={badges} onGo={go} />
          ))}
          {children}
        </div>
      )}
    </div>
  );
}

function useBadges(): Badges {
  const { client, events, presses } = usePane();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const open = journalEntries(journal, useWatched(presses.all)).filter(isUnsettled);
  const may = useMayAnswer();
  const waiting = open.filter(({ state }) => state === 'waiting');
  const wrong = inError(useCells()).length;
  const fills = useWatched(events.unseenFills);
  const news = useWatched(events.unseen);
  // To a page that is not let in, what is counted is no news of the desk's.
  if (useConnection(client) === 'unpaired') return {};
  return {
    today: [
      { count: open.length - waiting.length, words: 'in progress', tone: 'bad' },
      // Those of others, and of whoever cannot approve, stand in the room alone.
      { count: waiting.filter((one) => may(one) === 'approver').length, words: 'to approve', tone: 'plain' },
      { count: fills, words: 'new', tone: 'good' },
    ],
    cells: [{ count: wrong, words: 'in error', tone: 'bad' }],
    events: [{ count: news, words: 'not seen', tone: 'plain' }],
  };
}

/** To the door that an arrow key, Home or End leads to. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const doors = [...event.currentTarget.querySelectorAll('button')];
  const at = doors.findIndex((door) => door === event.target);
  const next = (at + 1) % doors.length;
  const before = (at - 1 + doors.length) % doors.length;
  const to: Record<string, number> = {
    ArrowRight: next,
    ArrowDown: next,
    ArrowLeft: before,
    ArrowUp: before,
    Home: 0,
    End: doors.length - 1,
  };
  const door = doors[to[event.key] ?? -1];
  if (!door) return;
  event.preventDefault();
  door.focus();
}

function Badge({ count, words, tone }: BadgeWords) {
  const { formatters } = usePane();
  const styles = useStyles();
  if (count === 0) return null;
  return (
    <span
      className={mergeClasses(styles.badge, tone !== 'plain' && styles[tone])}
      aria-label={`${formatters.count(count)} ${words}`}
      role="img"
    >
      {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
    </span>
  );
}

/** Three digits are as wide as a door may become. */
const BADGE_MAX = 999;

function doorOf(route: Route): Route['room'] {
  switch (route.room) {
    case 'request':
      return doorOf({ room: route.from });
    case 'new-request':
    case 'sign-in':
      return 'requests';
    case 'journal':
    case 'calls':
      return 'today';
    default:
      return route.room;
  }
}
