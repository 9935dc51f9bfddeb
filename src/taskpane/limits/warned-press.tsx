import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useLook } from '../look/look';
import { PressButton } from '../pressing/press-button';
import { cameToNothing, type Press } from '../pressing/presses';
import { useDesk } from '../use-desk';
import { findingsOf, warningsIn, type LimitFinding } from './limit-findings';

/** An action that was held back by warnings alone: once each of them is ticked, it can be pressed again as it was. */
export function WarnedPress({ press, why }: { press: Press; why: string | undefined }) {
  const { presses } = useDesk();
  const look = useLook();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const findings = cameToNothing(press) ? findingsOf(press.failure) : [];
  if (findings.length === 0 || findings.some(({ level }) => level === 'block')) return null;
  const codes = [...new Set(findings.map(nameOf))];
  const open = codes.filter((code) => !ticked.includes(code));
  return (
    <div className={look.section} role="group" aria-label="Warnings">
      {codes.map((code) => (
        <Checkbox
          key={code}
          label={<span className={look.small}>{textsOf(code, findings)} I mean it.</span>}
          checked={ticked.includes(code)}
          onChange={(_, { checked }) =>
            setTicked((known) =>
              checked === true ? [...known, code] : known.filter((other) => other !== code),
            )
          }
        />
      ))}
      <PressButton
        label="Send it as shown"
        why={open.length > 0 ? 'Tick every warning to send it all the same.' : why}
        onPress={() => presses.pressAccepting(press.id, warningsIn(findings))}
      />
    </div>
  );
}

const nameOf = ({ code, about = '' }: LimitFinding): string => `${code} ${about}`.trim();

const textsOf = (name: string, findings: readonly LimitFinding[]): string =>
  findings
    .filter((finding) => nameOf(finding) === name)
    .map(({ text }) => text)
    .join(' ');
