import { Button, mergeClasses } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { RiskSettings } from '../../domain/risk';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressResult } from '../pressing/press-result';
import type { Press } from '../pressing/presses';
import { usePressAbout } from '../pressing/use-pressing';
import { useAnswer, useDesk } from '../use-desk';
import { agingInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { changeInWords, changesBetween, type SettingsDraft } from './settings-draft';
import { SettingsForm } from './settings-form';

/** The detailed settings of a commodity: whatever names the service returns, to be looked at and edited. */
export function RiskSettingsPanel({ commodity }: { commodity: string }) {
  const { client, figures } = useDesk();
  const look = useLook();
  const answer = useAnswer(
    client,
    useMemo(() => ({ kind: 'risk-settings', commodity }) as const, [commodity]),
  );
  const [draft, setDraft] = useState<SettingsDraft>();
  const press = usePressAbout({ kind: 'set-risk', commodity });
  const isDone = press?.state === 'done';
  if (isDone && draft) setDraft(undefined);
  const now = answer.value;
  const aging = agingInWords(answer, figures);
  return (
    <div className={look.section}>
      <div className={look.spread}>
        <h4 className={look.subtitle}>Settings, as the service has them</h4>
        {answer.fetchedAt !== undefined && (
          <span className={mergeClasses(look.small, look.muted)}>
            read <Age at={answer.fetchedAt} /> ago
          </span>
        )}
      </div>
      {answer.failure && <Note tone="bad">{failureInWords(answer.failure)}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {!now && !answer.failure && <p className={look.text}>Waiting for the settings.</p>}
      {press && <PressResult press={press} again={isDone ? 'Close' : 'Back to the form'} />}
      {press && now && <SettingsReadBack press={press} now={now} readAt={answer.fetchedAt} />}
      {!press && now && (
        <SettingsForm commodity={commodity} now={now} draft={draft} aging={aging} onDraft={setDraft} />
      )}
      {draft && !press && (
        <div>
          <Button size="small" onClick={() => setDraft(undefined)}>
            Drop my changes
          </Button>
        </div>
      )}
    </div>
  );
}

/** Whether what was sent is what the service has now. */
function SettingsReadBack({
  press: { state, body, endedAt },
  now,
  readAt,
}: {
  press: Press;
  now: RiskSettings;
  readAt: number | undefined;
}) {
  const { figures } = useDesk();
  if (body.kind !== 'set-risk' || state !== 'done') return null;
  if (readAt === undefined || endedAt === undefined || readAt < endedAt) {
    return <Note live>Not read back yet.</Note>;
  }
  const otherwise = changesBetween(body.settings, now);
  if (otherwise.length === 0) return <Note live>Read back at {figures.time(readAt)}: all as sent.</Note>;
  return (
    <Note tone="bad" live>
      Read back at {figures.time(readAt)}, and not as sent: {otherwise.map(changeInWords).join('; ')}. Look at
      the settings again.
    </Note>
  );
}
