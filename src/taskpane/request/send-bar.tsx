import { Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { LimitNotes, toneOf } from '../app/limit-notes';
import { SendButton } from '../app/send-button';
import { blocksIn, type Finding } from '../quoting/pre-trade-check';
import { isTicked, type Ticks } from '../quoting/ticks';
import { Chip } from '../ui/chip';
import { Foot } from '../ui/foot';
import { Note } from '../ui/note';
import { Scrolled } from '../ui/scrolled';
import { useSharedStyles } from '../ui/styles';
import { SEND_ANYWAY, uncheckedInWords } from '../ui/text/limit-text';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    minHeight: '20px',
    ':empty': { display: 'none' },
  },
  /** As close as text without a box to tick. */
  own: {
    display: 'flex',
    '& .fui-Checkbox__label': { padding: '0 4px', lineHeight: tokens.lineHeightBase200 },
    '& .fui-Checkbox__indicator': { margin: '0 4px 0 0' },
  },
  warnings: { display: 'flex', flexDirection: 'column', gap: '6px', flexShrink: 0 },
  amount: { display: 'inline-block', whiteSpace: 'pre' },
  sums: { marginLeft: 'auto', textAlign: 'right', color: tokens.colorNeutralForeground2 },
});

/** A tick was set or taken away: that of one warning, or the one of all that have none of their own. */
export type OnTick = (which: Finding | 'rest', on: boolean) => void;

interface Ticking {
  /** Absent while something blocks. */
  readonly ticks: Ticks | undefined;
  readonly onTick: OnTick;
}

interface SendBarProps extends Ticking {
  /** The findings of the checks. */
  readonly findings: readonly Finding[];
  /** "10 MW · 87,600 MWh · 737,154 EUR" */
  readonly sums?: string | undefined;
  /** "You sell": the side, beside the sums. */
  readonly side?: string | undefined;
  /** What else has to be read before the button. */
  readonly children?: ReactNode;
  /** The text of the button: what a press sends. */
  readonly label: string;
  readonly why: string | undefined;
  /** Leads to what `why` speaks of. */
  readonly onWhy?: (() => void) | undefined;
  readonly onPress: () => void;
}

/** What the checks say, folded, with what is at stake and the one button that sends: by Space or a click, as Enter leads through the fields to it. */
export function SendBar(props: SendBarProps) {
  const { findings, ticks, onTick, sums, side, children, label, why, onWhy, onPress } = props;
  const shared = useSharedStyles();
  return (
    <Foot>
      <Checks findings={findings} ticks={ticks} onTick={onTick} sums={sums}>
        {side !== undefined && <span className={shared.strong}>{side}</span>}
      </Checks>
      {children}
      <RestTick ticks={ticks} onTick={onTick} />
      <SendButton primary label={label} why={why} onWhy={onWhy} onPress={onPress} />
    </Foot>
  );
}

/** Amounts beside each other: each stays whole with its unit, and a line may end between two. */
export function Sums({ children }: { children: string }) {
  const styles = useStyles();
  return (
    <span className={styles.sums}>
      {children.split(/(?<= · )/).map((amount, at) => (
        <span key={at} className={styles.amount}>
          {amount}
        </span>
      ))}
    </span>
  );
}

/** The tick of the warnings that have none of their own, in sight with the button that waits for it. */
export function RestTick({ ticks, onTick }: Ticking) {
  const shared = useSharedStyles();
  if (!ticks || ticks.rest.length === 0) return null;
  const others = ticks.own.length === 0 ? '' : ` the other ${ticks.rest.length > 1 ? 'warnings' : 'warning'}`;
  return (
    <Checkbox
      label={
        <span className={shared.small}>
          {SEND_ANYWAY}
          {others}
        </span>
      }
      checked={ticks.isRest}
      onChange={(_, { checked }) => onTick('rest', checked === true)}
    />
  );
}

/** A warning with a tick of its own. */
function OwnTick({ finding, ticks, onTick }: { finding: Finding; ticks: Ticks; onTick: OnTick }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const { code, text } = finding;
  return (
    <Note tone={toneOf('warn', code)}>
      <Checkbox
        className={styles.own}
        label={<span className={shared.small}>{text}</span>}
        aria-label={`${SEND_ANYWAY}: ${text}`}
        checked={isTicked(ticks, finding)}
        onChange={(_, { checked }) => onTick(finding, checked === true)}
      />
    </Note>
  );
}

/**
 * That something blocks, else how many warnings there are, and which checks were not possible. Warnings are read before they are ticked, so they are
 * open until a person folds them.
 */
export function Checks({
  findings,
  ticks,
  onTick,
  sums,
  tell,
  children,
}: Ticking & {
  findings: readonly Finding[];
  sums?: string | undefined;
  /** Says a warning in more than its sentence. With it all warnings are in sight, and cannot be folded. */
  tell?: ((warning: Finding) => ReactNode) | undefined;
  /** What else stands beside them. */
  children?: ReactNode;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const [isWarningsOpen, setWarningsOpen] = useState(true);
  const [isNotesOpen, setNotesOpen] = useState(false);
  const whole = findings.filter(({ field }) => field === 'whole');
  const warnings = findings.filter(({ level }) => level === 'warn');
  const notes = whole.filter(({ level }) => level === 'note');
  const { count } = blocksIn(findings);
  // What a field says is said there, and once more by the button where it is the only reason.
  const blocks = whole.filter(({ level }) => level === 'block');
  const own = ticks?.own ?? [];
  const warned = whole.filter((finding) => finding.level === 'warn' && !own.includes(finding));
  return (
    <>
      <div className={mergeClasses(styles.line, shared.small, shared.digits)}>
        {children}
        {count > 0 && <Chip tone="bad">{count === 1 ? 'Blocked' : `Blocked: ${count} reasons`}</Chip>}
        {count === 0 && warnings.length > 0 && (
          <Chip
            tone="warning"
            {...(!tell && { open: isWarningsOpen, onPress: () => setWarningsOpen(!isWarningsOpen) })}
          >
            {warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
          </Chip>
        )}
        {notes.length > 0 && (
          <Chip open={isNotesOpen} onPress={() => setNotesOpen(!isNotesOpen)}>
            {`Not checked: ${uncheckedInWords(notes)}`}
          </Chip>
        )}
        {sums !== undefined && <Sums>{sums}</Sums>}
      </div>
      <LimitNotes findings={blocks} />
      {(isWarningsOpen || count > 0) && warned.length + own.length > 0 && (
        <WarningsPlace isScrolled={!tell} isStop={own.length === 0}>
          {ticks &&
            own.map((finding) => (
              <OwnTick key={finding.text} finding={finding} ticks={ticks} onTick={onTick} />
            ))}
          {warned.map((finding) => tell?.(finding) ?? <LimitNotes key={finding.text} findings={[finding]} />)}
        </WarningsPlace>
      )}
      {isNotesOpen && <LimitNotes findings={notes} />}
    </>
  );
}

/**
 * Beside price fields warnings scroll on their own, with their number above them, so that a field and the button stay in sight: in a low
 * pane in less of it.
 */
function WarningsPlace({
  isScrolled,
  isStop,
  children,
}: {
  isScrolled: boolean;
  /** The keys scroll it: where it has no tick, by a stop of its own. */
  isStop: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  if (isScrolled) {
    return (
      <Scrolled label="Warnings" heightMax="clamp(60px, 40vh - 145px, 20vh)" isStop={isStop}>
        <div className={styles.warnings}>{children}</div>
      </Scrolled>
    );
  }
  return (
    <div className={styles.warnings} role="group" aria-label="Warnings">
      {children}
    </div>
  );
}
