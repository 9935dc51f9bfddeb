import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { Note } from '../../domain/action';
import type { Outcome } from '../../domain/failure';
import { haltInWords } from '../../domain/halt';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { Only } from '../app/only';
import { TextField } from '../ui/fields';
import { Note as Told } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

/** Stops everything that takes risk on. Once that is done, the same place says so and has nothing to press. */
export function HaltPart() {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const { reason, setReason, said, refusal, press } = useReason();
  const halt = useAnswer(client, STATUS).value?.halt;
  return (
    <Only permission="halt" quiet>
      <section className={shared.section} aria-label="Halt">
        <h3 className={shared.subtitle}>{halt ? 'The desk is halted' : 'Halt the desk'}</h3>
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {halt
            ? `${haltInWords(halt, formatters.second(halt.at))} Quotes that were live stay live until they are withdrawn. An admin resumes the desk at the end of this page.`
            : 'Nothing that takes risk on is sent any more, by anybody. Withdrawing goes on, and live quotes stay live until then.'}
        </p>
        {!halt && (
          <>
            <TextField
              label="Reason for the halt (optional)"
              text={reason}
              lengthMax={300}
              onChange={setReason}
            />
            <PressButton label="Halt" onPress={() => press(client.halt(said))} />
          </>
        )}
        {refusal !== '' && <Told tone="bad">{refusal}</Told>}
      </section>
    </Only>
  );
}

/** Lets a halted desk go on: by a form of its own, elsewhere, that has to be opened first. Nothing that was typed for the halt comes into it. */
export function ResumePart() {
  const { client } = usePane();
  const number = useAnswer(client, STATUS).value?.halt?.number;
  return (
    <Only permission="administer" quiet>
      {number !== undefined && <Resume key={number} />}
    </Only>
  );
}

function Resume() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [isOpen, setOpen] = useState(false);
  const { reason, setReason, said, refusal, press } = useReason();
  return (
    <section className={shared.section} aria-label="Resume">
      <h3 className={shared.subtitle}>Resume the desk</h3>
      {!isOpen && (
        <div>
          <Button size="small" onClick={() => setOpen(true)}>
            Resume…
          </Button>
        </div>
      )}
      {isOpen && (
        <>
          <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
            Trading has to be switched on again in each pane.
          </p>
          <TextField label="Why the desk may go on" text={reason} lengthMax={300} onChange={setReason} />
          <PressButton
            label="Resume the desk"
            why={said === undefined ? 'Enter why the desk may go on.' : undefined}
            onPress={() => said !== undefined && press(client.resume(said))}
          />
        </>
      )}
      {refusal !== '' && <Told tone="bad">{refusal}</Told>}
    </section>
  );
}

/** A reason as it is typed, and what became of the press that it was typed for. */
function useReason() {
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState('');
  const work = async (asked: Promise<Outcome<unknown>>): Promise<void> => {
    setRefusal('');
    const outcome = await asked;
    if (outcome.ok) setReason('');
    else setRefusal(failureInWords(outcome.failure));
  };
  const said = Note.safeParse(reason.trim()).data;
  return { reason, setReason, said, refusal, press: (asked: Promise<Outcome<unknown>>) => void work(asked) };
}
