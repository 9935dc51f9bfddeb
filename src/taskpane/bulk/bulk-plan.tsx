import { Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { LimitNotes } from '../limits/limit-notes';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { ToggleGroup } from '../look/toggle-group';
import { PressButton } from '../pressing/press-button';
import { useDisarmed } from '../pressing/use-pressing';
import { LIMITS, QUOTA, useAnswer, useDesk } from '../use-desk';
import type { Figures } from '../words/figures';
import type { BulkState } from './bulk-state';
import { hasWarning, summaryOf } from './plan';
import { acts, type PlannedRow } from './planned-row';
import {
  costInWords,
  countsInWords,
  deviationsInWords,
  paceInWords,
  KIND_TERMS,
  pressInWords,
  proposalsInWords,
} from './plan-words';
import { useBulk } from './use-bulk';

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
  const { client, figures } = useDesk();
  const look = useLook();
  const quota = useAnswer(client, QUOTA).value;
  const [filter, setFilter] = useState<Filter>();
  const { rows, phase, shownAt } = state;
  if (rows.length === 0) return null;
  const summary = summaryOf(rows, quota);
  const count = (group: Filter): number => rows.filter((row) => groupOf(row) === group).length;
  const shown = filter ?? (count('wrong') > 0 ? 'wrong' : 'acting');
  return (
    <section className={look.section} aria-label="What would be sent">
      <p className={mergeClasses(look.text, look.strong, look.digits)} role="status" aria-label="Summary">
        {countsInWords(summary, figures)}
      </p>
      {deviationsInWords(summary, figures).map((text) => (
        <p key={text} className={mergeClasses(look.text, look.small, look.digits)}>
          {text}
        </p>
      ))}
      {summary.replaced > 0 && <Note tone="warning">{proposalsInWords(summary, figures)}</Note>}
      {phase === 'shown' && <Confirming state={state} />}
      {phase === 'shown' && shownAt !== undefined && (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          As shown at {figures.time(shownAt)}, <Age at={shownAt} /> ago. A row that moves is held back.
        </p>
      )}
      <ToggleGroup
        label="Rows"
        value={shown}
        options={[
          { value: 'acting', label: `To send ${figures.count(count('acting'))}` },
          { value: 'wrong', label: `Not possible ${figures.count(count('wrong'))}` },
          { value: 'rest', label: `Nothing to do ${figures.count(count('rest'))}` },
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
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  if (rows.length === 0) return <p className={look.text}>There is none.</p>;
  return (
    <ul className={mergeClasses(look.list, styles.rows)} aria-label="Rows" tabIndex={0}>
      {rows.map((row) => (
        <li key={row.row} className={mergeClasses(styles.row, look.small, look.digits)}>
          <span className={look.strong}>
            Row {row.row + 1}, {row.about || 'no request'}
          </span>
          : <span className={row.kind === 'wrong' ? styles.wrong : undefined}>{KIND_TERMS[row.kind]}</span>
          <p className={look.text}>{row.words}</p>
          {row.deviation && (
            <p className={mergeClasses(look.text, look.muted)}>{marketInWords(row, figures)}</p>
          )}
          <LimitNotes findings={row.notes} />
        </li>
      ))}
    </ul>
  );
}

const marketInWords = ({ deviation }: PlannedRow, figures: Figures): string =>
  deviation ? `${figures.signed(deviation.amount)} to the market at ${figures.price(deviation.market)}` : '';

/** The one press. Warnings are ticked for exactly these rows. */
function Confirming({ state: { rows } }: { state: BulkState }) {
  const { client, figures } = useDesk();
  const bulk = useBulk();
  const look = useLook();
  const quota = useAnswer(client, QUOTA).value;
  const limits = useAnswer(client, LIMITS).value?.limits;
  const disarmed = useDisarmed();
  const [tickedFor, setTickedFor] = useState('');
  const summary = summaryOf(rows, quota);
  if (summary.acting === 0) return <Note>Nothing in these rows is to be sent.</Note>;
  const content = JSON.stringify(rows.map(({ content: one }) => one));
  const onlyProtects = rows.filter(acts).every(({ kind }) => kind === 'withdraw' || kind === 'deletion');
  const pace = limits && paceInWords(quota?.pace, limits.countPerMinute, figures);
  const short =
    quota && summary.calls > quota.left ? 'The calls that are left today are too few for it.' : undefined;
  const unread =
    summary.warnings > 0 && tickedFor !== content ? 'Read the warnings and tick them.' : undefined;
  return (
    <div className={look.section}>
      {summary.warnings > 0 && (
        <Checkbox
          label={
            <span className={look.small}>
              I have read the warnings of {figures.count(summary.warnings)}{' '}
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
        label={pressInWords(summary, figures)}
        why={short ?? unread ?? (onlyProtects ? undefined : disarmed)}
        onPress={() => void bulk.press()}
      />
      <p className={mergeClasses(look.text, look.small, look.muted, look.digits)}>
        {costInWords(summary, quota, figures)}
      </p>
      {!onlyProtects && pace !== undefined && (
        <p className={mergeClasses(look.text, look.small, look.muted, look.digits)}>{pace}</p>
      )}
    </div>
  );
}
