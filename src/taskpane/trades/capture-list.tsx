import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { hasEnded, type Capture } from '../../domain/capture';
import type { Outcome } from '../../domain/failure';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { useDesk } from '../use-desk';
import { counted } from '../words/cell-words';
import { failureInWords } from '../words/failure-words';
import { captureInWords, haveOf, setAsideInWords, shareOf, wantedInWords } from './capture-words';
import { Progress } from './progress';
import { TradesOut } from './trades-out';
import { useCaptures } from './use-captures';

/** The captures, the newest first, each with what can be done with it and with what it got. */
export function CaptureList({ today }: { today: string }) {
  const look = useLook();
  const { value, failure } = useCaptures();
  return (
    <>
      <h3 className={look.title}>Captures</h3>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {!value && <p className={look.text}>Waiting for the captures.</p>}
      {value?.length === 0 && <p className={look.text}>Nothing has been captured yet.</p>}
      <ul className={mergeClasses(look.list, look.section)} aria-label="Captures">
        {value?.map((capture) => (
          <li key={capture.id} className={look.card}>
            <OneCapture capture={capture} today={today} />
          </li>
        ))}
      </ul>
    </>
  );
}

function OneCapture({ capture, today }: { capture: Capture; today: string }) {
  const { figures } = useDesk();
  const look = useLook();
  const [isOpen, setOpen] = useState(false);
  const what = wantedInWords(capture.wanted);
  const share = shareOf(capture);
  const isMoving = capture.state === 'listing' || capture.state === 'fetching';
  return (
    <>
      <div className={look.strong}>{what}</div>
      <div className={mergeClasses(look.small, look.digits)}>{captureInWords(capture, figures)}</div>
      {!hasEnded(capture) && (
        <Progress label={`Progress of ${what}`} share={share ?? (isMoving ? undefined : 0)} />
      )}
      {!hasEnded(capture) && capture.cost && (
        <div className={mergeClasses(look.small, look.muted)}>Still to come: {capture.cost.says}</div>
      )}
      <Steps capture={capture} />
      <SetAsides capture={capture} />
      {haveOf(capture) > 0 && (
        <div>
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Sheet or file
          </Button>
        </div>
      )}
      {isOpen && <TradesOut capture={capture} today={today} />}
    </>
  );
}

type Step = 'pause' | 'resume' | 'cancel';
const STEP_WORDS: Record<Step, string> = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' };

function stepsOf({ state }: Capture): Step[] {
  if (state === 'done' || state === 'cancelled') return [];
  if (state === 'failed') return ['resume'];
  return state === 'paused' ? ['resume', 'cancel'] : ['pause', 'cancel'];
}

function Steps({ capture }: { capture: Capture }) {
  const { client } = useDesk();
  const look = useLook();
  const [asked, setAsked] = useState<Step>();
  const [refusal, setRefusal] = useState('');
  const take = async (step: Step): Promise<void> => {
    setAsked(step);
    const outcome: Outcome<Capture> = await client.captures[step](capture.id);
    setAsked(undefined);
    setRefusal(outcome.ok ? '' : failureInWords(outcome.failure));
  };
  const steps = stepsOf(capture);
  return (
    <>
      {steps.length > 0 && (
        <div className={look.line}>
          {steps.map((step) => (
            <Button
              key={step}
              size="small"
              disabledFocusable={asked !== undefined}
              onClick={() => void take(step)}
            >
              {STEP_WORDS[step]}
            </Button>
          ))}
        </div>
      )}
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </>
  );
}

/** What could not be captured, with the reason for each of the first ones. */
function SetAsides({ capture: { setAside, setAsideCount } }: { capture: Capture }) {
  const { figures } = useDesk();
  const look = useLook();
  if (setAsideCount === 0) return null;
  const hidden = setAsideCount - setAside.length;
  return (
    <details className={look.small}>
      <summary>{counted(setAsideCount, 'trade', figures)} set aside</summary>
      <ul className={look.list}>
        {setAside.map((one, index) => (
          <li key={index} className={look.text}>
            {setAsideInWords(one)}
          </li>
        ))}
        {hidden > 0 && <li>And {figures.count(hidden)} more.</li>}
      </ul>
    </details>
  );
}
