import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { CellState } from '../../client/cell-register';
import { sentence, type Outcome } from '../../domain/failure';
import { resourceKey, type Resource, type ResourceKind, type Source } from '../../domain/resources/resource';
import { Age } from '../app/age';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { SPILLS_UNKNOWN } from '../excel/sheet';
import { useMode, usePane, useNow } from '../app/hooks';
import { callsInWords, counted, nextInWords, stateInWords } from '../ui/text/cell-text';
import { failureInWords } from '../ui/text/status-text';
import { reasonsOf, rowsInWords } from './reasons';
import { resourceInWords, useSources } from './sources';
import { cellCount, type InspectedSelection, type Reach, astrayInWords } from './refreshing';
import { resourcesOf } from '../excel/cell-states';

/** The most resources of one formula that are shown. */
const RESOURCES_MAX = 20;
/** The most sentences of one cell. */
const REASONS_MAX = 6;
const SOURCES_EVERY_MS = 3_000;

const useStyles = makeStyles({
  source: { padding: '6px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  facts: {
    display: 'grid',
    gridTemplateColumns: '76px 1fr',
    gap: '1px 8px',
    margin: 0,
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
});

/** Where what the selected cell shows comes from, how old it is, what it costs and when it is asked for again. */
export function SelectedSource({
  looked,
  reach,
}: {
  looked: Outcome<InspectedSelection> | undefined;
  reach: Reach | undefined;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  if (!looked || !reach) return <p className={shared.text}>Waiting for the selection.</p>;
  if (!looked.ok) return <Note tone="bad">{sentence(looked.failure)}</Note>;
  const [first] = reach.states;
  const astray = astrayInWords(reach.astray.length, formatters);
  const more = cellCount(reach.states) - 1;
  return (
    <>
      {first && <CellSource states={reach.states.filter(({ address }) => address === first.address)} />}
      {more > 0 && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {counted(more, 'more cell', formatters)} selected.
        </p>
      )}
      {!first && astray === '' && <p className={shared.text}>{nothingSelected(looked.value)}</p>}
      {astray && <Note tone="warning">{astray}</Note>}
    </>
  );
}

const nothingSelected = ({ selection }: InspectedSelection): string =>
  selection.spillsUnknown
    ? sentence(SPILLS_UNKNOWN)
    : 'Select a cell with a SpreadDesk formula to see where its value comes from.';

/** What is the desk's own, such as its status, which many formulas need for the time zone, comes last. */
const platformFirst = (resources: readonly Resource[]): Resource[] =>
  [...resources].sort((a, b) => Number(OWN_KINDS.has(a.kind)) - Number(OWN_KINDS.has(b.kind)));
const OWN_KINDS: ReadonlySet<ResourceKind> = new Set(['status', 'quota', 'journal', 'events']);

/** One cell may hold several functions. */
function CellSource({ states }: { states: readonly CellState[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const resources = platformFirst(resourcesOf(states));
  const shown = resources.slice(0, RESOURCES_MAX);
  const sources = useSources(shown, SOURCES_EVERY_MS);
  const reasons = states.flatMap(reasonsOf);
  const said = reasons.map(({ message }) => message);
  const names = [...new Set(states.map(({ name }) => `DESK.${name}`))].join(', ');
  return (
    <>
      <div className={shared.spread}>
        <span className={shared.strong}>{names}</span>
        <span className={mergeClasses(shared.small, shared.muted)}>{states[0]?.address}</span>
      </div>
      {reasons.slice(0, REASONS_MAX).map((reason, index) => (
        <Note key={index} {...(!reason.isNone && { tone: 'bad' as const })}>
          {reason.code}
          {rowsInWords(reason)} {reason.message}
        </Note>
      ))}
      {reasons.length > REASONS_MAX && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {counted(reasons.length - REASONS_MAX, 'more reason', formatters)}.
        </p>
      )}
      {sources.failure && <Note tone="warning">{sentence(sources.failure)}</Note>}
      {resources.length === 0 && (
        <p className={shared.text}>Calculated here; it makes no call to the platform.</p>
      )}
      <ul className={shared.list} aria-label="Sources">
        {shown.map((resource) => (
          <SourceItem
            key={resourceKey(resource)}
            resource={resource}
            source={sources.byKey.get(resourceKey(resource))}
            said={said}
          />
        ))}
      </ul>
      {resources.length > shown.length && (
        <p className={mergeClasses(shared.text, shared.small)}>
          The first {RESOURCES_MAX} of {formatters.count(resources.length)} sources.
        </p>
      )}
    </>
  );
}

interface Shown {
  readonly resource: Resource;
  readonly source: Source | undefined;
  /** What the cell says is wrong with it. */
  readonly said: readonly string[];
}

function SourceItem({ resource, source, said }: Shown) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <li className={mergeClasses(styles.source, shared.section)}>
      <span className={shared.small}>{resourceInWords(resource)}</span>
      {source ? (
        <SourceFacts source={source} said={said} />
      ) : (
        <span className={mergeClasses(shared.small, shared.muted)}>Loading.</span>
      )}
    </li>
  );
}

function SourceFacts({ source, said }: { source: Source; said: readonly string[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const now = useNow();
  const mode = useMode();
  const fetched: ReactNode =
    source.fetchedAt === undefined ? (
      'never'
    ) : (
      <>
        {formatters.time(source.fetchedAt)}, <Age at={source.fetchedAt} /> ago
      </>
    );
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['State', stateInWords(source, mode)],
    ['Fetched', fetched],
    ['Next', nextInWords(source, now, mode)],
    ['Costs', callsInWords(source.calls, formatters)],
  ];
  return (
    <>
      <dl className={mergeClasses(styles.facts, shared.small, shared.digits)}>
        {facts.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {source.failure &&
        (source.failure.fields !== undefined || !said.includes(sentence(source.failure))) && (
          <Note tone="bad">{failureInWords(source.failure)}</Note>
        )}
    </>
  );
}
