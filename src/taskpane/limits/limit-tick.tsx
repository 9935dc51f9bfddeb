import { Checkbox } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { AcceptedWarning } from '../../domain/action';
import { useLook } from '../look/look';
import { allTicked, warningsIn, type LimitFinding } from './limit-findings';
import { LimitNotes } from './limit-notes';

/** What the limits say to an action, with the tick that a warning wants. */
export interface LimitTick {
  readonly shown: ReactNode;
  /** The warnings that are ticked, each as large as it was then; all of them once there is no `why`. */
  readonly accepted: readonly AcceptedWarning[];
  /** Why it may not be pressed yet. */
  readonly why: string | undefined;
}

/** `about` names what is to be sent: a tick holds for that alone, and for the same warnings while they do not grow. */
export function useLimitTick(findings: readonly LimitFinding[], about: string): LimitTick {
  const look = useLook();
  const [tickedFor, setTickedFor] = useState<Ticked>();
  const warnings = warningsIn(findings);
  const accepted = tickedFor?.about === about ? tickedFor.warnings : [];
  const ticked = allTicked(findings, accepted);
  const isBlocked = findings.some(({ level }) => level === 'block');
  const shown = (
    <>
      <LimitNotes findings={findings} />
      {warnings.length > 0 && (
        <Checkbox
          label={<span className={look.small}>I have read the warnings and mean it</span>}
          checked={ticked}
          onChange={(_, { checked }) => setTickedFor(checked === true ? { about, warnings } : undefined)}
        />
      )}
    </>
  );
  return {
    shown,
    accepted: warnings.length > 0 ? accepted : [],
    why: isBlocked ? BLOCKED : ticked ? undefined : UNTICKED,
  };
}

interface Ticked {
  readonly about: string;
  readonly warnings: readonly AcceptedWarning[];
}

const BLOCKED = 'The limits of this desk hold it back.';
const UNTICKED = 'Read the warnings above and tick them.';
