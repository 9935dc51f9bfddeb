import { Checkbox } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { useLook } from '../look/look';
import { warningsIn, type LimitFinding } from './limit-findings';
import { LimitNotes } from './limit-notes';

/** What the limits say to an action, with the tick that a warning wants. */
export interface LimitTick {
  readonly shown: ReactNode;
  /** Codes of the warnings, all ticked once there is no `why`. */
  readonly codes: readonly string[];
  /** Why it may not be pressed yet. */
  readonly why: string | undefined;
}

/** `about` names what is to be sent: a tick holds for that and for the same warnings alone. */
export function useLimitTick(findings: readonly LimitFinding[], about: string): LimitTick {
  const look = useLook();
  const [tickedFor, setTickedFor] = useState('');
  const codes = warningsIn(findings);
  const content = JSON.stringify([about, codes]);
  const ticked = codes.length === 0 || tickedFor === content;
  const isBlocked = findings.some(({ level }) => level === 'block');
  const shown = (
    <>
      <LimitNotes findings={findings} />
      {codes.length > 0 && (
        <Checkbox
          label={<span className={look.small}>I have read the warnings and mean it</span>}
          checked={ticked}
          onChange={(_, { checked }) => setTickedFor(checked === true ? content : '')}
        />
      )}
    </>
  );
  return { shown, codes, why: isBlocked ? BLOCKED : ticked ? undefined : UNTICKED };
}

const BLOCKED = 'The limits of this desk hold it back.';
const UNTICKED = 'Read the warnings above and tick them.';
