import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Program, ProgramRow } from '../../domain/program/program';
import { rowKey } from '../../domain/program/wanted';
import { sentence } from '../../domain/failure';
import type { Request } from '../../domain/request';
import { OPEN_REQUESTS, useAnswer, useConnection, useNow, usePane, STATUS, useWatched } from '../app/hooks';
import { useWhyNot } from '../app/only';
import { useSince } from '../app/since';
import type { Watchable } from '../app/observable';
import { Chip } from '../ui/chip';
import { Facts, type Fact } from '../ui/facts';
import { Foot } from '../ui/foot';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { Heartbeat } from './heartbeat';
import { useProgramsUnheard } from './unheard';
import { ProgramRowsList } from './program-rows-list';
import {
  amountsInWords,
  fillsInWords,
  netOfOffer,
  offerPrice,
  offersInWords,
  productOfRow,
  rowFacts,
  shownRows,
  type ShownRow,
  boundsFacts,
  boundsInShort,
} from './program-words';
import type { Programs } from './programs';
import { RowPlot } from './row-plot';
import type { SheetProgram, SheetProgramState } from './sheet-program';

const useStyles = makeStyles({
  stop: {
    flexGrow: 1,
    '& button': {
      width: '100%',
      border: `1px solid ${tokens.colorStatusDangerBorder2}`,
      color: tokens.colorStatusDangerForeground3,
    },
  },
});

/** More held rows than these stand in the list alone, which they would push out of sight. */
const HELD_SHOWN = 2;

const STATE_CHIPS = {
  running: { tone: 'good', words: 'Running' },
  silent: { tone: 'warning', words: 'Sheet silent' },
  stopping: { tone: 'bad', words: 'Stopping' },
  stopped: { tone: 'bad', words: 'Stopped' },
} as const;

const NOT_KNOWN = { tone: 'bad', words: 'Not known now' } as const;

const NOT_OWN: Watchable<SheetProgramState | undefined> = { get: () => undefined, subscribe: () => () => {} };

/**
 * A program that runs or has ended: its heartbeat, its rows, held ones with the way on, its bounds, and the one button that stops it.
 * `own`: this page speaks for it.
 */
export function RunningProgram({
  program,
  own,
  programs,
}: {
  program: Program;
  own: SheetProgram | undefined;
  programs: Programs;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const now = useNow();
  const state = useWatched<SheetProgramState | undefined>(own ? own.state : NOT_OWN);
  const connection = useConnection(client);
  const isOn = program.state === 'running' || program.state === 'silent';
  const keyOf = (row: { requestId: ShownRow['requestId']; direction: 'bid' | 'ask' }): string =>
    rowKey(program.kind, row as Parameters<typeof rowKey>[1]);
  const known = useAnswer(client, OPEN_REQUESTS).value?.records;
  const requestOf = (row: ProgramRow): Request | undefined =>
    own?.requestOf(keyOf(row)) ?? known?.find(({ id }) => id === row.requestId);
  const unheard = useProgramsUnheard();
  // Without it the desk stops programs at once.
  const isSignedIn = useAnswer(client, STATUS).value?.signedIn === true;
  const isUnheard = isOn && unheard !== undefined;
  const unheardAt = useSince(unheard !== undefined);
  const rows = shownRows(state && isOn ? state.rows : [], program, { keyOf, requestOf }).map(
    (row): ShownRow => ({ ...row, isUnheard }),
  );
  const held = isOn && own ? rows.filter(({ told }) => told?.needsPerson) : [];
  const above = held.slice(0, HELD_SHOWN);
  const { tone, words } = isUnheard ? NOT_KNOWN : STATE_CHIPS[program.state];
  const isPaused = state !== undefined && rows.length > 0 && rows.every(({ key }) => state.paused.has(key));
  const heardAt = Math.max(program.heardAt, state?.saidAt ?? 0);
  return (
    <>
      <div className={shared.line}>
        <h3 className={shared.title}>{program.name}</h3>
        <Chip tone={tone}>{words}</Chip>
        {!own && (
          <span className={mergeClasses(shared.small, shared.muted)}>
            {program.startedBy?.name ? `started by ${program.startedBy.name}` : 'started on another page'}
          </span>
        )}
      </div>
      {isOn && <Heartbeat heardAt={heardAt} silenceMs={program.bounds.silenceMs} isQuiet={isUnheard} />}
      {isOn && unheard === 'fault' && (
        <Note tone="bad" live>
          {`Not known${unheardAt === undefined ? '' : ` since ${formatters.time(unheardAt)}`}: what is shown as live may be taken or over.${isSignedIn ? ' After five calls without an answer, about a minute, it stops and withdraws everything.' : ''}`}
        </Note>
      )}
      {isOn && own && connection !== 'open' && (
        <Note tone="bad" live>
          No connection to the desk. It withdraws everything of this program by itself.
        </Note>
      )}
      {isOn && state?.trouble && (
        <Note tone="warning" live>
          {`The sheet cannot be read: ${sentence(state.trouble)} Finish editing the cell, or close the dialog: after ${program.bounds.silenceMs / 1000} s of silence everything is withdrawn.`}
        </Note>
      )}
      {program.stopped && <Stopped program={program} />}
      {state?.says && (
        <Note tone="bad" live>
          {state.says}
        </Note>
      )}
      {own && above.map((row) => <Held key={row.key} row={row} own={own} />)}
      {held.length > HELD_SHOWN && (
        <p className={mergeClasses(shared.text, shared.small, shared.strong)}>
          {`${formatters.count(held.length - HELD_SHOWN)} more held: open a row to let it go on.`}
        </p>
      )}
      <ProgramRowsList
        rows={rows}
        told={new Set(above.map(({ key }) => key))}
        details={(row) => (
          <div className={shared.section}>
            {own && <RowPlot points={own.trackOf(row.key)} now={now} formatters={formatters} />}
            <Facts facts={rowFacts(row, now, formatters)} />
            {own && held.includes(row) && !above.includes(row) && <GoOn row={row} own={own} />}
            {own && isOn && state && (
              <div>
                <Button size="small" onClick={() => own.pause([row.key], !state.paused.has(row.key))}>
                  {state.paused.has(row.key) ? 'Let this row go on' : 'Pause this row'}
                </Button>
              </div>
            )}
          </div>
        )}
      />
      <FoldedBounds
        bounds={program.bounds}
        title={`Bounds, set at ${formatters.clock(program.startedAt)}`}
        more={[
          [
            'Changes in the last minute',
            `${formatters.count(program.changesLastMinute)} of ${formatters.count(program.bounds.changesPerMinute)}`,
          ],
          ['To change them', 'stop it, and start another program'],
        ]}
      />
      <Foot>
        <div className={mergeClasses(shared.spread, shared.small, shared.digits)}>
          <span>
            {[
              `${offersInWords(program.live.quotes, program.kind, formatters)} ${isUnheard ? 'may be ' : ''}live`,
              program.state !== 'stopped' && amountsInWords(program.live.volumes, formatters),
            ]
              .filter(Boolean)
              .join(', ')}
            {program.fills.count > 0 && `; ${fillsInWords(program.fills, formatters)}`}
          </span>
          <span className={shared.muted}>
            {formatters.count(program.calls)} calls, {formatters.count(program.callsLeft)} left for programs
          </span>
        </div>
        <div className={shared.line}>
          {isOn || program.state === 'stopping' ? (
            <StopButton program={program} programs={programs} />
          ) : (
            own && (
              <Button size="small" onClick={() => programs.close(own)}>
                Close
              </Button>
            )
          )}
          {isOn && own && state && (
            <Button
              size="small"
              onClick={() =>
                own.pause(
                  rows.map(({ key }) => key),
                  !isPaused,
                )
              }
            >
              {isPaused ? 'Go on' : 'Pause'}
            </Button>
          )}
        </div>
      </Foot>
    </>
  );
}

/** "Stop and withdraw 5": whoever may withdraw stops any program. It needs no trading switch. */
export function StopButton({
  program,
  programs,
  small = false,
}: {
  program: Program;
  programs: Programs;
  small?: boolean;
}) {
  const { formatters, notice } = usePane();
  const styles = useStyles();
  const why = useWhyNot('withdraw');
  const [isPressed, setPressed] = useState(false);
  const stop = async (): Promise<void> => {
    setPressed(true);
    const stopped = await programs.stop(program.id);
    setPressed(false);
    if (!stopped.ok) notice.set(sentence(stopped.failure));
  };
  const label = `Stop and withdraw ${formatters.count(program.live.quotes)}`;
  return (
    <div className={small ? undefined : styles.stop}>
      <PressButton
        wide={!small}
        label={`■ ${label}`}
        name={`${label}: ${program.name}`}
        why={why}
        quiet={isPressed}
        onPress={() => void stop()}
      />
    </div>
  );
}

/** "in 1.2 s" */
const secondsInWords = (ms: number): string => (ms < 100 ? 'within 0.1 s' : `in ${(ms / 1000).toFixed(1)} s`);

function Stopped({ program: { stopped, kind } }: { program: Program }) {
  const { formatters } = usePane();
  if (!stopped) return null;
  const took = stopped.tookMs === undefined ? '' : ` ${secondsInWords(stopped.tookMs)}`;
  const left =
    stopped.left > 0
      ? ` ${offersInWords(stopped.left, kind, formatters)} may still be live: press Withdraw all.`
      : '';
  // What Withdraw all took off is not counted here.
  const isNone = stopped.withdrawn === 0 && stopped.left === 0;
  const off = isNone
    ? 'Nothing of it is live.'
    : `${offersInWords(stopped.withdrawn, kind, formatters)} withdrawn${took}.`;
  return (
    <Note tone={stopped.left > 0 ? 'bad' : 'plain'} live>
      {`${formatters.time(stopped.at)}: ${stopped.words} ${off}${left} It does not start again by itself.`}
    </Note>
  );
}

/** A row that only a person lets go on, with why. */
function Held({ row, own }: { row: ShownRow; own: SheetProgram }) {
  const shared = useSharedStyles();
  return (
    <Note tone="warning" live>
      <div className={shared.section}>
        <span>
          <span className={shared.strong}>{productOfRow(row)} is held.</span> {row.told?.says}
        </span>
        <GoOn row={row} own={own} />
      </div>
    </Note>
  );
}

/** Lets it go on at the price that stands in the button. */
function GoOn({ row, own }: { row: ShownRow; own: SheetProgram }) {
  const { formatters } = usePane();
  const { told, request } = row;
  const price = netOfOffer(told?.wanted, request);
  if (!told || price === undefined) return null;
  return (
    <div>
      <PressButton
        keys="space"
        label={`Go on at ${offerPrice(told.wanted, request, formatters)}`}
        name={`Let ${productOfRow(row)} go on at ${offerPrice(told.wanted, request, formatters)}`}
        onPress={() => void own.release(told, price)}
      />
    </div>
  );
}

/** What a program is held to, in one line, and in full on a press. */
function FoldedBounds({
  bounds,
  title,
  more = [],
}: {
  bounds: Program['bounds'];
  title: string;
  more?: readonly Fact[];
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  return (
    <details className={mergeClasses(shared.small, shared.digits)}>
      <summary>
        <span className={shared.strong}>{title}:</span> {boundsInShort(bounds, formatters)}
      </summary>
      <Facts facts={[...boundsFacts(bounds, formatters), ...more]} />
    </details>
  );
}
