import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { sentence } from '../../domain/failure';
import type { Program } from '../../domain/program/program';
import { PROGRAMS, useAnswer, usePane, useWatched } from '../app/hooks';
import { Only } from '../app/only';
import { Chip } from '../ui/chip';
import { WithFoot } from '../ui/foot';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { ProgramDraft, useProgramsAllowed } from './program-draft';
import { amountsInWords, NOT_KNOWN_NOW, offersInWords } from './program-words';
import { usePrograms, type Programs } from './programs';
import { RunningProgram, StopButton } from './running-program';
import { useProgramsUnheard } from './unheard';
import type { SheetProgram } from './sheet-program';

const useStyles = makeStyles({
  room: { display: 'flex', flexDirection: 'column', minHeight: '100%' },
});

/** Quotes that follow the sheet: the programs of this page, and the others of the desk. */
export function ProgramsRoom() {
  const programs = usePrograms();
  const { client } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const isAllowed = useProgramsAllowed();
  const own = useWatched(programs.own);
  const told = useAnswer(client, PROGRAMS).value ?? [];
  const [chosen, setChosen] = useState<string>();
  const ids = new Set<string>(own.map(({ id }) => id));
  const others = told.filter(({ id }) => !ids.has(id));
  const shown =
    own.find(({ id }) => id === chosen) ?? (others.some(({ id }) => id === chosen) ? undefined : own[0]);
  const other = shown ? undefined : (others.find(({ id }) => id === chosen) ?? others[0]);
  return (
    <section className={styles.room} aria-label="Programs" data-room>
      <WithFoot>
        <div className={shared.room}>
          <div className={shared.spread}>
            <h2 className={shared.title} tabIndex={-1} data-home>
              Programs
            </h2>
            {own.length > 0 && isAllowed && <Beginning programs={programs} onBegun={setChosen} small />}
          </div>
          {!isAllowed && (
            <p className={shared.text}>
              Programs are switched off. An administrator can allow them for traders.
            </p>
          )}
          {isAllowed && own.length === 0 && (
            <div className={shared.section}>
              <p className={shared.text}>
                A program keeps your quotes at the prices of a table, within bounds that you set, and
                withdraws them when the sheet falls silent. Select the rows of a table, or one cell for all of
                it.
              </p>
              <Beginning programs={programs} onBegun={setChosen} />
            </div>
          )}
          {shown && <Own program={shown} told={told} programs={programs} />}
          {other && <RunningProgram key={other.id} program={other} own={undefined} programs={programs} />}
          <Others
            programs={[...told.filter(({ id }) => id !== shown?.id && id !== other?.id)]}
            drafts={own.filter((one) => one !== shown && !told.some(({ id }) => id === one.id))}
            page={programs}
            onChoose={setChosen}
          />
        </div>
      </WithFoot>
    </section>
  );
}

function Beginning({
  programs,
  onBegun,
  small = false,
}: {
  programs: Programs;
  onBegun: (id: string) => void;
  small?: boolean;
}) {
  const shared = useSharedStyles();
  const [trouble, setTrouble] = useState('');
  const [isBusy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setBusy(true);
    const begun = await programs.begin();
    setBusy(false);
    setTrouble(begun.ok ? '' : sentence(begun.failure));
    if (begun.ok) onBegun(begun.value.id);
  };
  return (
    <Only permission="program">
      <div className={shared.section}>
        <div>
          <Button
            size="small"
            appearance={small ? 'subtle' : 'primary'}
            disabledFocusable={isBusy}
            onClick={() => void begin()}
          >
            New program from the selection
          </Button>
        </div>
        {trouble && (
          <Note tone="warning" live>
            {trouble}
          </Note>
        )}
      </div>
    </Only>
  );
}

/** One of this page, before its start, while it runs or after it has ended. */
function Own({
  program,
  told,
  programs,
}: {
  program: SheetProgram;
  told: readonly Program[];
  programs: Programs;
}) {
  const shared = useSharedStyles();
  const { phase, says, name } = useWatched(program.state);
  if (phase === 'draft' || phase === 'starting')
    return <ProgramDraft key={program.id} program={program} programs={programs} />;
  const running = told.find(({ id }) => id === program.id);
  if (running) return <RunningProgram key={program.id} program={running} own={program} programs={programs} />;
  return (
    <div className={shared.section}>
      <div className={shared.line}>
        <h3 className={shared.title}>{name}</h3>
        <Chip tone={phase === 'over' ? 'bad' : 'plain'}>{phase === 'over' ? 'Stopped' : 'Starting'}</Chip>
      </div>
      {says && (
        <Note tone="bad" live>
          {says}
        </Note>
      )}
      {phase === 'over' && (
        <div>
          <Button size="small" onClick={() => programs.close(program)}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}

/** What else runs or ran on this desk, each with the way to stop it. */
function Others({
  page,
  programs,
  drafts,
  onChoose,
}: {
  page: Programs;
  programs: readonly Program[];
  drafts: readonly SheetProgram[];
  onChoose: (id: string) => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const isUnheard = useProgramsUnheard() !== undefined;
  if (programs.length + drafts.length === 0) return null;
  return (
    <section className={shared.section} aria-label="Other programs">
      <h3 className={shared.subtitle}>Other programs</h3>
      <ul className={mergeClasses(shared.list, shared.section)}>
        {drafts.map((draft) => (
          <li key={draft.id} className={mergeClasses(shared.line, shared.small)}>
            <button type="button" className={shared.textButton} onClick={() => onChoose(draft.id)}>
              {draft.state.get().name}
            </button>
            <span className={shared.muted}>not started</span>
          </li>
        ))}
        {programs.map((program) => (
          <li key={program.id} className={mergeClasses(shared.small, shared.digits)}>
            <div className={shared.spread}>
              <button type="button" className={shared.textButton} onClick={() => onChoose(program.id)}>
                {program.name}
              </button>
              {(program.state === 'running' || program.state === 'silent') && (
                <StopButton program={program} programs={page} small />
              )}
            </div>
            <span className={shared.muted}>
              {[
                program.startedBy?.name,
                isUnheard && program.state === 'running' ? NOT_KNOWN_NOW : STATES[program.state],
                `${offersInWords(program.live.quotes, program.kind, formatters)} ${isUnheard && program.state !== 'stopped' ? 'may be ' : ''}live`,
                program.state !== 'stopped' && amountsInWords(program.live.volumes, formatters),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATES: Readonly<Record<Program['state'], string>> = {
  running: 'running',
  silent: 'sheet silent',
  stopping: 'stopping',
  stopped: 'stopped',
};
