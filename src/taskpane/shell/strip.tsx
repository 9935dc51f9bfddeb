import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  createContext,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { usePane } from '../app/hooks';
import type { Route } from '../app/route';
import { useSharedStyles } from '../ui/styles';

const useStyles = makeStyles({
  strip: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    boxSizing: 'border-box',
    minHeight: '32px',
    padding: '4px 12px',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorStatusWarningBackground1,
    borderBottom: `1px solid ${tokens.colorStatusWarningBorder1}`,
  },
  bad: {
    backgroundColor: tokens.colorStatusDangerBackground1,
    borderBottom: `1px solid ${tokens.colorStatusDangerBorder1}`,
  },
  /** Nothing is wrong: it leaves its room to what is worked on. */
  plain: {
    minHeight: '26px',
    padding: '0 12px',
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  folded: { display: 'none' },
  /** A line of text, pressed as high as a button. */
  others: {
    position: 'relative',
    '::after': { content: '""', position: 'absolute', inset: '-5px 0' },
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForegroundLink,
  },
  button: { flexShrink: 0 },
  /** It leads elsewhere, and stands in line with the line of text before it. */
  slim: {
    minWidth: 0,
    minHeight: '24px',
    padding: '0 4px',
    margin: '0 -5px 0 auto',
    color: tokens.colorBrandForegroundLink,
  },
  /** The first sentence, until it is pressed. */
  line: {
    minWidth: 0,
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  /** A narrow pane shows all of a first sentence, in two lines. */
  cut: { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
});

/** What is said in one line up to its first full stop or semicolon, the whole of it on a press. */
function OneLine({ children }: { children: string }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const [first = ''] = children.split(/(?<=\.) |; /);
  return (
    <button
      type="button"
      className={mergeClasses(styles.line, !isOpen && styles.cut)}
      aria-expanded={isOpen}
      title={children}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? children : first}
    </button>
  );
}

interface Remedy {
  readonly label: string;
  readonly go: Route;
}

type Tone = 'plain' | 'warning' | 'bad';
/** `urgent`: nothing can be sent, or something may be live or done that nobody expects. It is never folded behind anything. */
type Gravity = 'urgent' | Tone;
const GRAVITIES: readonly Gravity[] = ['urgent', 'bad', 'warning', 'plain'];

interface Folding {
  readonly strips: ReadonlyMap<string, Gravity>;
  readonly isOpen: boolean;
  readonly turn: () => void;
  /** A strip is there until the answer is called. */
  readonly tell: (id: string, gravity: Gravity) => () => void;
}

const FoldingContext = createContext<Folding | undefined>(undefined);

/** Several strips at once would take the room of what is worked on: the gravest is in sight, the others are a press away. */
export function FoldedStrips({ children }: { children: ReactNode }) {
  const [strips, setStrips] = useState<ReadonlyMap<string, Gravity>>(new Map());
  const [isOpen, setOpen] = useState(false);
  const tell = useCallback((id: string, gravity: Gravity) => {
    setStrips((before) => new Map(before).set(id, gravity));
    return () => setStrips((before) => new Map([...before].filter(([one]) => one !== id)));
  }, []);
  if (isOpen && strips.size < 2) setOpen(false);
  const folding = useMemo(
    () => ({ strips, isOpen, tell, turn: () => setOpen(!isOpen) }),
    [strips, isOpen, tell],
  );
  return <FoldingContext.Provider value={folding}>{children}</FoldingContext.Provider>;
}

/** Whether this strip is in sight, and whether it leads to how many others. */
function useFolded(gravity: Gravity): {
  readonly isFolded: boolean;
  readonly others: number;
  readonly isOpen: boolean;
  readonly turn?: () => void;
} {
  const id = useId();
  const folding = useContext(FoldingContext);
  const tell = folding?.tell;
  useLayoutEffect(() => tell?.(id, gravity), [tell, id, gravity]);
  const strips = [...(folding?.strips ?? [])];
  if (!folding || !folding.strips.has(id)) return { isFolded: false, others: 0, isOpen: false };
  const gravest = GRAVITIES.find((one) => strips.some(([, other]) => other === one));
  const [lead] = strips.find(([, one]) => one === gravest) ?? [];
  const inSight = strips.filter(([one, other]) => other === 'urgent' || one === lead).length;
  const isFolded = !folding.isOpen && id !== lead && gravity !== 'urgent';
  const { isOpen, turn } = folding;
  return { isFolded, others: id === lead ? strips.length - inSight : 0, isOpen, turn };
}

/** One sentence below the rooms for as long as it holds, with the one thing to do about it; coloured where something is wrong. */
export function Strip({
  tone = 'warning',
  gravity = tone,
  remedy,
  more,
  isOneLine = false,
  onGo,
  children,
}: {
  tone?: Tone;
  gravity?: Gravity;
  remedy?: Remedy;
  /** A second thing to do about it. */
  more?: ReactNode;
  /** Its text is cut at its first full stop or semicolon, or after two lines, until it is pressed. */
  isOneLine?: boolean;
  onGo: (route: Route) => void;
  children: ReactNode;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const { isFolded, others, isOpen, turn } = useFolded(gravity);
  return (
    <div
      data-strip={tone}
      hidden={isFolded}
      className={mergeClasses(
        styles.strip,
        shared.small,
        tone === 'bad' && styles.bad,
        tone === 'plain' && styles.plain,
        isFolded && styles.folded,
      )}
    >
      <span>
        {typeof children === 'string' && isOneLine ? <OneLine>{children}</OneLine> : children}
        {others > 0 && (
          <>
            {' '}
            <button
              type="button"
              className={mergeClasses(shared.textButton, styles.others)}
              aria-expanded={isOpen}
              onClick={turn}
            >
              {isOpen ? 'Fold' : `+${formatters.count(others)} more`}
            </button>
          </>
        )}
      </span>
      {remedy && (
        <Button
          size="small"
          appearance={isOneLine ? 'transparent' : 'secondary'}
          className={mergeClasses(styles.button, isOneLine && styles.slim)}
          onClick={() => onGo(remedy.go)}
        >
          {remedy.label}
        </Button>
      )}
      {more}
    </div>
  );
}
