import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeskLimits, Limits } from '../../domain/limits/limits';
import { Facts } from '../look/facts';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressButton } from '../pressing/press-button';
import { LIMITS, useAnswer, useDesk } from '../use-desk';
import { failureInWords } from '../words/failure-words';
import { limitsInWords, originInWords } from '../words/limit-words';
import { LimitsForm } from './limits-form';

/** The levels that hold a slip back: what they are, and changing them. */
export function LimitsPart() {
  const { client } = useDesk();
  const look = useLook();
  const answer = useAnswer(client, LIMITS);
  return (
    <section className={look.section} aria-label="Limits">
      <h3 className={look.subtitle}>Limits</h3>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {answer.value ? <Levels desk={answer.value} /> : <p className={look.text}>Waiting for the limits.</p>}
    </section>
  );
}

function Levels({ desk }: { desk: DeskLimits }) {
  const { client, figures, notice } = useDesk();
  const look = useLook();
  const [doing, setDoing] = useState<'changing' | 'giving-up'>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const set = async (limits: Limits | null): Promise<void> => {
    setBusy(true);
    setRefusal('');
    const outcome = await client.setLimits(limits);
    setBusy(false);
    if (!outcome.ok) return setRefusal(failureInWords(outcome.failure));
    setDoing(undefined);
    notice.set(
      limits
        ? 'The limits are set, for every workbook of this gateway.'
        : 'The limits are those again with which the gateway was started.',
    );
  };
  return (
    <>
      {desk.failure && <Note tone="bad">{failureInWords(desk.failure)}</Note>}
      <p className={mergeClasses(look.text, look.small, look.muted)}>{originInWords(desk, figures)}</p>
      {doing === 'changing' && !desk.locked ? (
        <LimitsForm
          limits={desk.limits}
          isBusy={isBusy}
          onSet={(limits) => void set(limits)}
          onCancel={() => setDoing(undefined)}
        />
      ) : (
        <Facts facts={limitsInWords(desk.limits, figures)} />
      )}
      {!desk.locked && doing !== 'changing' && (
        <div className={look.line}>
          <Button size="small" onClick={() => setDoing('changing')}>
            Change the limits
          </Button>
          {(desk.source === 'pane' || desk.failure) && doing === undefined && (
            <Button size="small" onClick={() => setDoing('giving-up')}>
              Give these up
            </Button>
          )}
        </div>
      )}
      {!desk.locked && doing === 'giving-up' && (
        <PressButton
          primary
          label={isBusy ? 'Setting…' : 'Go back to those the gateway was started with'}
          quiet={isBusy}
          onPress={() => void set(null)}
        />
      )}
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </>
  );
}
