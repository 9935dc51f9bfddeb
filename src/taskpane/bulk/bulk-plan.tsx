import { Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { LimitNotes } from '../app/limit-notes';
import { Age } from '../app/age';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import { ToggleGroup } from '../ui/toggle-group';
import { PressButton } from '../ui/press-button';
import { useDisarmed } from '../app/held-back';
import { LIMITS, QUOTA, useAnswer, usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { useBulkQuoting, type BulkState } from './bulk-quoting';
import { hasWarning, summaryOf } from './plan';
import { acts, type PlannedRow } from '../app/batch-rows';
import {
  costInWords,
  countsInWords,
  deviationsInWords,
  paceInWords,
  KIND_TERMS,
  pressInWords,
  proposalsInWords,
} from './plan-text';

const useStyles = makeStyles({
  rows: { maxHeight: '46vh', overflowY: 'auto', scrollbarGutter: 'stable' },
  row: { padding: '4px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  wrong: { color: tokens.colorPaletteRedForeground1, fontWeight: tokens.fontWeightSemibold },
});

type Filter = 'acting' | 'wrong' | 'rest';
const groupOf = (row: PlannedRow): Filter =>
  acts(row) ? 'acting' : row.kind === 'wrong' || row.kind === 'waiting' ? 'wrong' : 'rest';

/** What a press would do, row by row and together, frozen as it is shown. */
export function BulkPlan({ state }: { state: BulkState }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const quota = useAnswer(client, QUOTA).value;
  const [filter, setFilter] = useState<Filter>();
  const { rows, phase, shownAt } = state;
  if (rows.length === 0) return null;
  const summary = summaryOf(rows, quota);
  const count = (group: Filter): number => rows.filter((row) => groupOf(row) === group).length;
  const shown = filter ?? (count('wrong') > 0 ? 'wrong' : 'acting');
  return (
    <section className={shared.section} aria-label="To be sent">
      <p
        className={mergeClasses(shared.text, shared.strong, shared.digits)}
        role="status"
        aria-label="Summary"
      >
        {countsInWords(summary, formatters)}
      </p>
      {deviationsInWords(summary, formatters).map((text) => (
        <p key={text} className={mergeClasses(shared.text, shared.small, shared.digits)}>
          {text}
        </p>
      ))}
      {summary.replaced > 0 && <Note tone="warning">{proposalsInWords(summary, formatters)}</Note>}
      {phase === 'shown' && <Confirming state={state} />}
      {phase === 'shown' && shownAt !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          As shown at {formatters.time(shownAt)}, <Age at={shownAt} /> ago. A row whose price moves is not
          sent.
        </p>
      )}
      <ToggleGroup
        label="Rows"
        value={shown}
        options={[
          { value: 'acting', label: `To send ${formatters.count(count('acting'))}` },
          { value: 'wrong', label: `Not possible ${formatters.count(count('wrong'))}` },
          { value: 'rest', label: `Nothing to do ${formatters.count(count('rest'))}` },
        ]}
        onChange={setFilter}
      />
      <PlannedRows rows={warnedFirst(rows.filter((row) => groupOf(row) === shown))} />
    </section>
  );
}

/** What has to be read stands first. */
const warnedFirst = (rows: readonly PlannedRow[]): readonly PlannedRow[] => [
  ...rows.filter(hasWarning),
  ...rows.filter((row) => !hasWarning(row)),
];

function PlannedRows({ rows }: { rows: readonly PlannedRow[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  if (rows.length === 0) return <p className={shared.text}>None.</p>;
  return (
    <ul className={mergeClasses(shared.list, styles.rows)} aria-label="Rows" tabIndex={0}>
      {rows.map((row) => (
        <li key={row.row} className={mergeClasses(styles.row, shared.small, shared.digits)}>
          <span className={shared.strong}>
            Row {row.row + 1}, {row.about || 'no request'}
          </span>
          : <span className={row.kind === 'wrong' ? styles.wrong : undefined}>{KIND_TERMS[row.kind]}</span>
          <p className={shared.text}>{row.words}</p>
          {row.deviation && (
            <p className={mergeClasses(shared.text, shared.muted)}>{marketInWords(row, formatters)}</p>
          )}
          <LimitNotes findings={row.notes} />
        </li>
      ))}
    </ul>
  );
}

const marketInWords = ({ deviation }: PlannedRow, formatters: Formatters): string =>
  deviation
    ? `${formatters.signed(deviation.amount)} to the market at ${formatters.price(deviation.market)}`
    : '';

/** The one press. Warnings are ticked for exactly these rows. */
function Confirming({ state: { rows } }: { state: BulkState }) {
  const { client, formatters } = usePane();
  const bulk = useBulkQuoting();
  const shared = useSharedStyles();
  const quota = useAnswer(client, QUOTA).value;
  const limits = useAnswer(client, LIMITS).value?.limits;
  const disarmed = useDisarmed();
  const [tickedFor, setTickedFor] = useState('');
  const summary = summaryOf(rows, quota);
  if (summary.acting === 0) return <Note>Nothing to send in these rows.</Note>;
  const content = JSON.stringify(rows.map(({ content: one }) => one));
  const onlyProtects = rows.filter(acts).every(({ kind }) => kind === 'withdraw' || kind === 'deletion');
  const pace = limits && paceInWords(quota?.pace, limits.countPerMinute, formatters);
  const short = quota && summary.calls > quota.left ? 'Not enough calls are left today.' : undefined;
  const unread =
    summary.warnings > 0 && tickedFor !== content ? 'Read the warnings and tick them.' : undefined;
  return (
    <div className={shared.section}>
      {summary.warnings > 0 && (
        <Checkbox
          label={
            <span className={shared.small}>
              I have read the warnings of {formatters.count(summary.warnings)}{' '}
              {summary.warnings === 1 ? 'row' : 'rows'} and mean it
            </span>
          }
          checked={tickedFor === content}
          onChange={(_, { checked }) => setTickedFor(checked === true ? content : '')}
        />
      )}
      <PressButton
        primary
        keys="space"
        label={pressInWords(summary, formatters)}
        why={short ?? unread ?? (onlyProtects ? undefined : disarmed)}
        onPress={() => void bulk.press()}
      />
      <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>
        {costInWords(summary, quota, formatters)}
      </p>
      {!onlyProtects && pace !== undefined && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted, shared.digits)}>{pace}</p>
      )}
    </div>
  );
}
