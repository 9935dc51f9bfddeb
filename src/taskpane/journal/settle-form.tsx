import { Button, Field, mergeClasses, Radio, RadioGroup, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { TextField } from '../look/text-field';
import { PressButton } from '../pressing/press-button';
import { useDesk } from '../use-desk';
import { failureInWords } from '../words/failure-words';
import type { Entry } from './journal';
import { BLANK_SETTLEMENT, judged, NOTE_LENGTH_MAX, numberLabel, type SettlementDraft } from './settlement';

/** A person says how an action ended, and why, with a second press before it is final. */
export function SettleForm({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { client, notice } = useDesk();
  const look = useLook();
  const [draft, setDraft] = useState(BLANK_SETTLEMENT);
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const result = judged(entry.body, draft);
  const change = (next: SettlementDraft): void => {
    setDraft(next);
    setSure(false);
  };
  const settle = async (): Promise<void> => {
    if (!result.ok) return;
    setBusy(true);
    setRefusal('');
    const outcome = await client.settle(entry.id, result.settlement);
    setBusy(false);
    setSure(false);
    if (!outcome.ok) return setRefusal(failureInWords(outcome.failure));
    notice.set(`Settled as ${result.words}: ${entry.shown}`);
    onClose();
  };
  return (
    <form className={look.card} aria-label="Settle by hand" onSubmit={(event) => event.preventDefault()}>
      <p className={mergeClasses(look.text, look.small)}>
        Look on the platform how it ended. What you say here is final and kept in the journal; nothing is
        sent.
      </p>
      <SettlementFields entry={entry} draft={draft} onDraft={change} />
      {isSure && result.ok ? (
        <PressButton
          primary
          label={isBusy ? 'Settling…' : `Settle for good: it was ${result.words}`}
          quiet={isBusy}
          onPress={() => void settle()}
        />
      ) : (
        <PressButton label="Go on" why={result.ok ? undefined : result.why} onPress={() => setSure(true)} />
      )}
      <div>
        <Button size="small" appearance="subtle" className={look.flush} onClick={onClose}>
          Leave it open
        </Button>
      </div>
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </form>
  );
}

function SettlementFields({
  entry,
  draft,
  onDraft,
}: {
  entry: Entry;
  draft: SettlementDraft;
  onDraft: (draft: SettlementDraft) => void;
}) {
  const look = useLook();
  const number = numberLabel(entry.body);
  return (
    <>
      <Field label="How did it end?" size="small">
        <RadioGroup
          value={draft.verdict ?? ''}
          onChange={(_, { value }) =>
            onDraft({ ...draft, verdict: value === 'executed' ? 'executed' : 'not-executed' })
          }
        >
          <Radio value="executed" label={<span className={look.small}>It was executed</span>} />
          <Radio value="not-executed" label={<span className={look.small}>It was not executed</span>} />
        </RadioGroup>
      </Field>
      {draft.verdict === 'executed' && number !== undefined && (
        <TextField
          label={`${number} (if known)`}
          text={draft.number}
          onChange={(text) => onDraft({ ...draft, number: text })}
        />
      )}
      <Field
        label="How do you know?"
        size="small"
        hint={`${draft.note.trim().length} of ${NOTE_LENGTH_MAX} characters`}
      >
        <Textarea
          size="small"
          rows={3}
          value={draft.note}
          onChange={(_, { value }) => onDraft({ ...draft, note: value })}
        />
      </Field>
    </>
  );
}
