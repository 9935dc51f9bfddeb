import { mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { Note } from '../../domain/action';
import type { Outcome } from '../../domain/failure';
import { haltInWords, type Halt } from '../../domain/halt';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { Only, useWhyNot } from '../app/only';
import { TextField } from '../ui/fields';
import { Note as Told } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

/** Stops everything that takes risk on. Once that is done, the same place says so, and who lets the desk go on. */
export function HaltPart() {
  const halt = useAnswer(usePane().client, STATUS).value?.halt;
  if (halt) return <Halted halt={halt} />;
  return (
    <Only permission="halt" quiet>
      <HaltForm />
    </Only>
  );
}

function HaltForm() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const { reason, setReason, said, refusal, press } = useReason();
  return (
    <section className={shared.section} aria-label="Halt">
      <h3 className={shared.subtitle}>Halt the desk</h3>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        A halt stops all that adds risk, for everybody. Withdrawals are still sent; live quotes stay live
        until they are withdrawn. Only an admin can resume the desk. Say why if there is time: everybody on
        the desk reads it, and the journal keeps it.
      </p>
      <TextField label="Reason for the halt" text={reason} lengthMax={300} onChange={setReason} />
      <PressButton label="Halt" onPress={() => press(client.halt(said))} />
      {refusal !== '' && <Told tone="bad">{refusal}</Told>}
    </section>
  );
}

/** It has nothing to press: who still types or presses for the halt resumes nothing. */
function Halted({ halt }: { halt: Halt }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const mayResume = useWhyNot('administer') === undefined;
  return (
    <>
      <section className={shared.section} aria-label="Halt">
        <h3 className={shared.subtitle}>The desk is halted</h3>
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {haltInWords(halt, formatters.second(halt.at))} Quotes that were live stay live until they are
          withdrawn.{!mayResume && ' Only an admin can resume the desk.'}
        </p>
      </section>
      {mayResume && <Resume key={halt.number} />}
    </>
  );
}

/** Lets a halted desk go on, by a form that has to be opened first. Nothing that was typed for the halt comes into it. */
function Resume() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [isOpen, setOpen] = useState(false);
  const { reason, setReason, said, refusal, press } = useReason();
  return (
    <section className={shared.section} aria-label="Resume">
      {!isOpen && <PressButton label="Resume…" onPress={() => setOpen(true)} />}
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
