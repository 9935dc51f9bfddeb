import { Button, Field, Select, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef, useState, type RefObject } from 'react';
import { statedPrice } from '../../domain/price';
import { ProgramKind } from '../../domain/program/wanted';
import { ProgramName } from '../../domain/program-mark';
import { STATUS, useAnswer, useNow, usePane, useWatched } from '../app/hooks';
import { useDisarmed } from '../app/held-back';
import { TextField } from '../ui/fields';
import { Facts, type Fact } from '../ui/facts';
import { Foot } from '../ui/foot';
import { Note } from '../ui/note';
import { SendButton } from '../app/send-button';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { BeforeStart } from './before-start';
import { BoundsFields } from './bounds-fields';
import { ProgramRowsList } from './program-rows-list';
import { draftRows, KIND_WORDS, offersInWords, type ShownRow, type Would } from './program-words';
import type { Programs } from './programs';
import { PREVIEW_HOLDS_MS, type SheetProgram, type SheetProgramState } from './sheet-program';
import { acceptedIn, countsInWords, startCounts, warningGroups } from './warning-ticks';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))', gap: '6px 10px' },
  kind: { minWidth: 0, '& select': { minWidth: 0, width: '100%' } },
  press: { flexGrow: 1, '& button': { width: '100%' } },
});

type Checked = NonNullable<SheetProgramState['preview']>;
const NONE: ReadonlySet<string> = new Set();

/** A program before its start: its rows as the sheet has them, its bounds, what would be sent now, and the one press. */
export function ProgramDraft({ program, programs }: { program: SheetProgram; programs: Programs }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const state = useWatched(program.state);
  const { rows, unknown, name, kind, preview, trouble, says } = state;
  // Ticks are of one preview.
  const [ticks, setTicks] = useState({ at: 0, ticked: NONE });
  const ticked = ticks.at === preview?.at ? ticks.ticked : NONE;
  const before = useRef<HTMLDivElement>(null);
  const keyOf = program.keyOf.bind(program);
  const groups = preview ? warningGroups(preview.rows, keyOf) : [];
  const counts = preview && startCounts(preview.rows, ticked, keyOf);
  const would = new Map(preview?.rows.map((row) => [keyOf(row), row]));
  const shown = draftRows(rows, (key): Would | 'reading' | undefined => {
    const one = would.get(key);
    if (!one) return state.isChecking === true ? 'reading' : undefined;
    return { ...one, isUnticked: counts?.unticked.includes(key) === true };
  });
  return (
    <>
      <div className={mergeClasses(styles.fields, shared.small)}>
        <TextField
          label="Name of the program"
          text={name}
          lengthMax={60}
          wrong={isNamed(name) ? undefined : 'Give it a name.'}
          onChange={(text) => program.change({ name: text })}
        />
        <Field label="It sends" size="small" className={styles.kind}>
          <Select
            size="small"
            className={styles.kind}
            value={kind}
            onChange={(_, { value }) => program.change({ kind: ProgramKind.parse(value) })}
          >
            {ProgramKind.options.map((option) => (
              <option key={option} value={option}>
                {KIND_WORDS[option]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {trouble && <Note tone="warning">{`${trouble.message} ${trouble.next}`}</Note>}
      <ProgramRowsList rows={shown} details={(row) => <WouldSend row={row} />} />
      {unknown.map(({ row, why }) => (
        <p key={row} className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {`Row ${row + 1} is left out. ${why}`}
        </p>
      ))}
      {preview && counts && (
        <div ref={before}>
          <BeforeStart
            program={program}
            preview={preview}
            counts={counts}
            groups={groups}
            ticked={ticked}
            onTick={(next) => setTicks({ at: preview.at, ticked: next })}
          />
        </div>
      )}
      <BoundsFields
        bounds={state.bounds}
        effective={preview?.bounds}
        onChange={(bounds) => program.change({ bounds })}
      />
      {!preview && (
        <Note>
          While it runs, a changed price in the sheet replaces what is live, within the bounds. When the sheet
          falls silent, trading is switched off, or anything else ends it, everything of it is withdrawn; it
          never starts again by itself.
        </Note>
      )}
      {says && (
        <Note tone="bad" live>
          {says}
        </Note>
      )}
      <Foot>
        {preview && counts ? (
          <Starting
            preview={preview}
            state={state}
            counts={counts}
            unread={counts.unticked.length}
            before={before}
            onStart={() => void program.start(acceptedIn(groups, ticked), countsInWords(counts))}
          />
        ) : (
          <Checking state={state} onCheck={() => void program.check()} />
        )}
        <div className={shared.line}>
          {preview && (
            <Button size="small" disabled={isBusy(state)} onClick={() => void program.check()}>
              Check again
            </Button>
          )}
          <Button size="small" disabled={state.phase === 'starting'} onClick={() => programs.close(program)}>
            Cancel
          </Button>
        </div>
      </Foot>
    </>
  );
}

const isNamed = (name: string): boolean => ProgramName.safeParse(name.trim()).success;
const isBusy = ({ phase, isChecking }: SheetProgramState): boolean =>
  phase === 'starting' || isChecking === true;

function Checking({ state, onCheck }: { state: SheetProgramState; onCheck: () => void }) {
  const { formatters } = usePane();
  const { rows, name } = state;
  return (
    <PressButton
      primary
      wide
      label={`Check ${formatters.count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'} and start…`}
      why={
        isBusy(state)
          ? 'Reading each request and its market.'
          : rows.every(({ wanted }) => !wanted.offer)
            ? 'No row has anything to send: see the reason beside each.'
            : isNamed(name)
              ? undefined
              : 'Give the program a name.'
      }
      onPress={onCheck}
    />
  );
}

/** The press that starts it, with what it counts. */
function Starting({
  preview,
  state,
  counts,
  unread,
  before,
  onStart,
}: {
  preview: Checked;
  state: SheetProgramState;
  counts: ReturnType<typeof startCounts>;
  /** Rows whose warnings are not ticked. */
  unread: number;
  before: RefObject<HTMLDivElement>;
  onStart: () => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const now = useNow();
  const disarmed = useDisarmed();
  const count = (value: number): string => formatters.count(value);
  const isWhole = counts.follow === counts.rows;
  return (
    <>
      {unread > 0 && (
        <button
          type="button"
          className={mergeClasses(shared.textButton, shared.small, shared.strong)}
          onClick={() =>
            before.current?.querySelector('[type=checkbox]')?.scrollIntoView({ block: 'center' })
          }
        >
          {`${count(unread)} ${unread === 1 ? 'row is' : 'rows are'} held until ${unread === 1 ? 'its warning is' : 'their warnings are'} ticked: show`}
        </button>
      )}
      <div className={styles.press}>
        <SendButton
          primary
          label={`Start: ${isWhole ? `${offersInWords(counts.follow, state.kind, formatters)} from the sheet` : countsInWords(counts, count)}`}
          why={
            isBusy(state)
              ? state.isChecking === true
                ? 'Reading each request and its market.'
                : 'Starting.'
              : now - preview.at > PREVIEW_HOLDS_MS
                ? 'The check is more than a minute old: check the rows again.'
                : counts.follow === 0
                  ? 'Nothing would be sent.'
                  : disarmed
          }
          onPress={onStart}
        />
      </div>
    </>
  );
}

/** What a start would do with one row. */
function WouldSend({ row: { row, requestId, would } }: { row: ShownRow }) {
  const { formatters } = usePane();
  const known = would === 'reading' ? undefined : would;
  const away = known?.deviation && statedPrice(known.deviation.amount);
  const facts: Fact[] = [
    ['Row', `${row + 1}, ${requestId}`],
    ...(known ? ([['At the start', WOULD[known.would]]] satisfies Fact[]) : []),
    ...(known?.deviation && away !== undefined
      ? ([
          ['From the market', `${formatters.signed(away)} from ${formatters.price(known.deviation.market)}`],
        ] satisfies Fact[])
      : []),
    ...(known?.says === undefined ? [] : ([['Says', known.says]] satisfies Fact[])),
  ];
  return <Facts facts={facts} />;
}

const WOULD: Readonly<Record<Would['would'], string>> = {
  send: 'new',
  change: 'replaces what is live',
  held: 'held: it is not sent',
  nothing: 'nothing to send',
};

/** Whether this gateway allows programs at all. */
export const useProgramsAllowed = (): boolean => useAnswer(usePane().client, STATUS).value?.programs === true;
