import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { journalEntries, isUnsettled } from './desk/journal';
import type { Place } from './place';
import { JOURNAL, useAnswer, useDesk, useWatched } from './use-desk';

const useStyles = makeStyles({
  nav: {
    display: 'flex',
    padding: '0 6px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  door: {
    padding: '7px 8px 5px',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    border: 'none',
    borderBottom: '2px solid transparent',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
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
  { room: 'journal', label: 'Journal' },
  { room: 'desk', label: 'Desk' },
] as const;

/** The doors to the rooms. The journal's says how many actions are not settled. */
export function RoomsNav({ place, onGo }: { place: Place; onGo: (place: Place) => void }) {
  const { client, presses } = useDesk();
  const styles = useStyles();
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const open = journalEntries(journal, useWatched(presses.all)).filter(isUnsettled).length;
  const here = place.room === 'request' ? place.from : place.room;
  return (
    <nav className={styles.nav} aria-label="Rooms">
      {DOORS.map(({ room, label }) => (
        <button
          key={room}
          type="button"
          className={mergeClasses(styles.door, room === here && styles.here)}
          aria-current={room === here ? 'page' : undefined}
          onClick={() => onGo({ room })}
        >
          {label}
          {room === 'journal' && open > 0 && (
            <span className={styles.badge} aria-label={`${open} not settled`} role="img">
              {open}
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
