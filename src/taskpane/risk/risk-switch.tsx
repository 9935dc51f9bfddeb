import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { Risk } from '../../domain/risk';
import { goHome } from '../look/home';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressButton } from '../pressing/press-button';
import { PressResult } from '../pressing/press-result';
import { isOver, type Press } from '../pressing/presses';
import { useDisarmed, usePressAbout } from '../pressing/use-pressing';
import { useDesk } from '../use-desk';
import { readBack } from './read-back';

/** Switches protection on at once, and off only after a second press that knows what stops. */
export function RiskSwitch({
  risk,
  readAt,
  isStale,
}: {
  risk: Risk;
  readAt: number | undefined;
  isStale: boolean;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const [isAsking, setAsking] = useState(false);
  const { commodity, on } = risk;
  const toOn = usePressAbout({ kind: 'switch-risk', commodity, on: true });
  const toOff = usePressAbout({ kind: 'switch-risk', commodity, on: false });
  const pressed = [toOn, toOff].filter((press) => press !== undefined);
  const hangs = (press: Press | undefined): boolean => press !== undefined && !isOver(press);
  const asks = isAsking && on && !hangs(toOff) && !hangs(toOn);
  return (
    <>
      {pressed.map((press) => (
        <PressResult key={press.id} press={press} again="Close" />
      ))}
      {pressed.map((press) => {
        const read = readBack(press, { on, readAt, figures });
        return (
          read && (
            <Note key={press.id} tone={read.isOtherwise ? 'bad' : 'plain'} live>
              {read.text}
            </Note>
          )
        );
      })}
      {(!on || toOff !== undefined || isStale) && !hangs(toOn) && <SwitchOn commodity={commodity} />}
      {on && !asks && !hangs(toOff) && !hangs(toOn) && (
        <div>
          <Button size="small" onClick={() => setAsking(true)} aria-label={`Switch off ${commodity}…`}>
            Switch off…
          </Button>
        </div>
      )}
      {asks && <SwitchOff commodity={commodity} onDrop={() => setAsking(false)} />}
      {!on && (
        <p className={mergeClasses(look.text, look.small)}>
          Nothing is held back by the platform’s risk management in {commodity}.
        </p>
      )}
    </>
  );
}

/** A press for this commodity takes the place of results that have been read, whichever way they went. */
function useSwitch(commodity: string): (on: boolean) => void {
  const { presses } = useDesk();
  return (on) => {
    for (const { id, body } of presses.all.get()) {
      if (body.kind === 'switch-risk' && body.commodity === commodity) presses.dismiss(id);
    }
    presses.press(
      { kind: 'switch-risk', commodity, on },
      `Switch risk management of ${commodity} ${on ? 'on' : 'off'}`,
    );
  };
}

function SwitchOn({ commodity }: { commodity: string }) {
  const flip = useSwitch(commodity);
  return <PressButton primary label="Switch on" name={`Switch on ${commodity}`} onPress={() => flip(true)} />;
}

function SwitchOff({ commodity, onDrop }: { commodity: string; onDrop: () => void }) {
  const look = useLook();
  const flip = useSwitch(commodity);
  const disarmed = useDisarmed();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const drop = (from: HTMLElement): void => {
    goHome(from);
    onDrop();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={look.card}
      aria-label={`Confirm switching off ${commodity}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        drop(event.currentTarget);
      }}
    >
      <p className={mergeClasses(look.text, look.strong)}>Switch off the risk management of {commodity}?</p>
      <p className={mergeClasses(look.text, look.small)}>
        The platform then stops checking what is done in {commodity} against its risk settings. It is switched
        on the platform itself, so this counts outside this book too, until somebody switches it on again.
      </p>
      <PressButton
        keys="space"
        label={`Switch off ${commodity} now`}
        why={disarmed}
        onPress={() => {
          flip(false);
          onDrop();
        }}
      />
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        Press with Space or a click; Enter does nothing here.
      </p>
      <div>
        <Button size="small" onClick={({ currentTarget }) => drop(currentTarget)}>
          Keep it on
        </Button>
      </div>
    </section>
  );
}
