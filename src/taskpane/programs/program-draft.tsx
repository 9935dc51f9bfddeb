import {
  Button,
  Checkbox,
  Field,
  Select,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { AcceptedWarning } from '../../domain/action';
import { statedPrice } from '../../domain/price';
import { ProgramKind } from '../../domain/program/wanted';
import { ProgramName } from '../../domain/program-mark';
import { LIMITS, QUOTA, STATUS, useAnswer, useNow, usePane, useWatched } from '../app/hooks';
import { useDisarmed } from '../app/held-back';
import { TextField } from '../ui/fields';
import { age, type Formatters } from '../ui/formatters';
import { Facts, type Fact } from '../ui/facts';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { BoundsFields } from './bounds-fields';
import { ProgramRowsList } from './program-rows-list';
import { amountsInWords, KIND_WORDS, offersInWords, shownRows, type ShownRow } from './program-words';
import type { Programs } from './programs';
import { PREVIEW_HOLDS_MS, type SheetProgram, type SheetProgramState } from './sheet-program';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: '6px 10px' },
  foot: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    padding: '8px 0',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
  },
});

type Preview = NonNullable<SheetProgramState['preview']>;

/** A program before its start: its rows as the sheet has them, its bounds, what would be sent now, and the one press. */
export function ProgramDraft({ program, programs }: { program: SheetProgram; programs: Programs }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const state = useWatched(program.state);
  const { rows, unknown, name, kind, preview, trouble, says } = state;
  const isBusy = state.phase === 'starting' || state.isChecking === true;
  const shown = shownRows(rows, undefined, () => '');
  const would = new Map(preview?.rows.map((row) => [program.keyOf(row), row]));
  return (
    <>
      <div className={mergeClasses(styles.fields, shared.small)}>
        <TextField
          label="Name of the program"
          text={name}
          lengthMax={60}
          wrong={ProgramName.safeParse(name.trim()).success ? undefined : 'Give it a name.'}
          onChange={(text) => program.change({ name: text })}
        />
        <Field label="It sends" size="small">
          <Select
            size="small"
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
      <ProgramRowsList
        rows={shown}
        details={(row) => <WouldSend row={row} would={would.get(row.key)} formatters={formatters} />}
      />
      {unknown.map(({ row, why }) => (
        <p key={row} className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {`Row ${row + 1} is left out. ${why}`}
        </p>
      ))}
      <BoundsFields bounds={state.bounds} onChange={(bounds) => program.change({ bounds })} />
      <Note>
        While it runs, a changed price in the sheet replaces what is live, within the bounds. When the sheet
        falls silent, trading is switched off, or anything else ends it, everything of it is withdrawn; it
        never starts again by itself.
      </Note>
      {says && (
        <Note tone="bad" live>
          {says}
        </Note>
      )}
      <div className={mergeClasses(shared.section, styles.foot)}>
        {preview ? (
          <Confirming key={preview.at} program={program} state={state} preview={preview} isBusy={isBusy} />
        ) : (
          <PressButton
            primary
            wide
            label={`Check ${formatters.count(rows.length)} ${rows.length === 1 ? 'row' : 'rows'} and start…`}
            why={
              isBusy
                ? 'Asking the gateway what would be sent.'
                : rows.every(({ wanted }) => !wanted.offer)
                  ? 'No row wants anything: see the reason beside each.'
                  : ProgramName.safeParse(name.trim()).success
                    ? undefined
                    : 'Give the program a name.'
            }
            onPress={() => void program.check()}
          />
        )}
        <div>
          <Button size="small" disabled={state.phase === 'starting'} onClick={() => programs.close(program)}>
            Cancel
          </Button>
        </div>
      </div>
    </>
  );
}

/** What a start would do with one row. */
function WouldSend({
  row,
  would,
  formatters,
}: {
  row: ShownRow;
  would: Preview['rows'][number] | undefined;
  formatters: Formatters;
}) {
  const facts: Fact[] = [
    ['Row', `${row.row + 1}, ${row.requestId}`],
    ...(would ? ([['At the start', WOULD[would.would]]] satisfies Fact[]) : []),
    ...(would?.deviation
      ? ([
          [
            'From the market',
            `${signed(would.deviation.amount, formatters)} from ${formatters.price(would.deviation.market)}`,
          ],
        ] satisfies Fact[])
      : []),
    ...(would?.says === undefined ? [] : ([['Says', would.says]] satisfies Fact[])),
  ];
  return <Facts facts={facts} />;
}

const WOULD: Readonly<Record<Preview['rows'][number]['would'], string>> = {
  send: 'new',
  change: 'replaces what is live',
  unchanged: 'live as it stands',
  held: 'held: it is not sent',
  nothing: 'nothing wanted',
};

/** What would be sent now, what it comes to, the warnings to tick, and the press that starts it. */
function Confirming({
  program,
  state,
  preview,
  isBusy,
}: {
  program: SheetProgram;
  state: SheetProgramState;
  preview: Preview;
  isBusy: boolean;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const now = useNow();
  const disarmed = useDisarmed();
  const quota = useAnswer(client, QUOTA).value;
  const limits = useAnswer(client, LIMITS).value;
  const [ticked, setTicked] = useState<ReadonlyMap<string, readonly AcceptedWarning[]>>(new Map());
  const warned = preview.rows.filter(({ findings }) => findings.length > 0);
  const goes = preview.rows.filter(({ would }) => would === 'send' || would === 'change').length;
  const held = preview.rows.filter(({ would }) => would === 'held').length;
  const isOld = now - preview.at > PREVIEW_HOLDS_MS;
  const open = warned.filter((row) => !ticked.has(program.keyOf(row))).length;
  const watched = age(program.movement.watchedMs);
  const facts: Fact[] = [
    ['Sent now', `${offersInWords(goes, state.kind, formatters)}${held > 0 ? `, ${held} held` : ''}`],
    ['Live at once', amountsInWords(preview.volumes, formatters) || '–'],
    ['Money', amountsInWords(preview.notionals, formatters) || '–'],
    ['Farthest from the market', worstInWords(preview.worst, formatters)],
    [
      'Calls',
      preview.callsPerHour === undefined
        ? `${formatters.count(preview.callsNow)} now; an hour is not known yet: the sheet was watched for ${watched}`
        : `${formatters.count(preview.callsNow)} now, about ${formatters.count(preview.callsPerHour)} an hour at the movement of the last ${watched}`,
    ],
    [
      'Programs may still use',
      `${formatters.count(preview.callsLeft)} of ${quota ? formatters.count(quota.left) : 'the'} calls left today`,
    ],
  ];
  return (
    <section className={shared.section} aria-label="Before the start">
      <Facts facts={facts} />
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        As checked at {formatters.time(preview.at)}; the press reads the sheet once more.
        {limits?.fourEyes === true && ' A row that would need another person’s approval is held.'}
      </p>
      {warned.map((row) => {
        const key = program.keyOf(row);
        return (
          <div key={key} className={shared.section}>
            {row.findings.map(({ message }) => (
              <Note key={message} tone="warning">{`Row ${row.row + 1}, ${row.requestId}: ${message}`}</Note>
            ))}
            <Checkbox
              label={
                <span className={shared.small}>
                  I have read this and mean it for as long as the program runs
                </span>
              }
              aria-label={`I have read the warnings of row ${row.row + 1} and mean it`}
              checked={ticked.has(key)}
              onChange={(_, { checked }) => {
                const next = new Map(ticked);
                if (checked === true)
                  next.set(
                    key,
                    row.findings.map(({ accepts }) => accepts),
                  );
                else next.delete(key);
                setTicked(next);
              }}
            />
          </div>
        );
      })}
      {open > 0 && (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          A row whose warnings are not ticked is held: nothing of it is sent.
        </p>
      )}
      <PressButton
        primary
        wide
        keys="space"
        label={`Start: ${offersInWords(goes, state.kind, formatters)} from the sheet`}
        why={
          isBusy
            ? 'Starting.'
            : isOld
              ? 'It is a minute ago: check the rows again.'
              : goes === 0
                ? 'Nothing would be sent.'
                : disarmed
        }
        onPress={() => void program.start(ticked)}
      />
      <div>
        <Button size="small" disabled={isBusy} onClick={() => void program.check()}>
          Check again
        </Button>
      </div>
    </section>
  );
}

function worstInWords({ percent, amount }: Preview['worst'], formatters: Formatters): string {
  const parts = [
    percent !== undefined && `${percent.replace('-', '−')} %`,
    amount !== undefined && `${signed(amount, formatters)} of a spread`,
  ].filter(Boolean);
  return parts.length === 0 ? 'no market to compare with' : parts.join(', ');
}

const signed = (amount: string, formatters: Formatters): string => {
  const price = statedPrice(amount);
  return price === undefined ? amount : formatters.signed(price);
};

/** Whether this gateway allows programs at all. */
export const useProgramsAllowed = (): boolean => useAnswer(usePane().client, STATUS).value?.programs === true;
