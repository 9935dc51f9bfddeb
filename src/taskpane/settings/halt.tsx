import { mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { Note } from '../../domain/action';
import type { Outcome } from '../../domain/failure';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { Only } from '../app/only';
import { TextField } from '../ui/fields';
import { Note as Told } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

/** Stops everything that takes risk on, or lets the desk go on. */
export function HaltPart() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState('');
  const isHalted = useAnswer(client, STATUS).value?.halt !== undefined;
  const said = Note.safeParse(reason.trim()).data;
  const press = async (work: Promise<Outcome<unknown>>): Promise<void> => {
    setRefusal('');
    const outcome = await work;
    if (outcome.ok) setReason('');
    else setRefusal(failureInWords(outcome.failure));
  };
  return (
    <Only permission={isHalted ? 'administer' : 'halt'} quiet>
      <section className={shared.section} aria-label="Halt">
        <h3 className={shared.subtitle}>{isHalted ? 'Resume the desk' : 'Halt the desk'}</h3>
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          {isHalted
            ? 'Trading has to be switched on again in each pane.'
            : 'Nothing that takes risk on is sent any more, by anybody. Withdrawing goes on.'}
        </p>
        <TextField label="Reason" text={reason} onChange={setReason} />
        {isHalted ? (
          <PressButton
            label="Resume"
            why={said === undefined ? 'Enter why the desk may go on.' : undefined}
            onPress={() => said !== undefined && void press(client.resume(said))}
          />
        ) : (
          <PressButton label="Halt" onPress={() => void press(client.halt(said))} />
        )}
        {refusal !== '' && <Told tone="bad">{refusal}</Told>}
      </section>
    </Only>
  );
}
