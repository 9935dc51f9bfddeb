import { commodityInWords } from '../../domain/delivery/product-words';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, useEffect, useRef } from 'react';
import type { Risk } from '../../domain/record';
import { Age } from '../app/age';
import { LIMITS, RISKS, useAging, useAnswer, usePane, useUnheard, useUntold } from '../app/hooks';
import { Only } from '../app/only';
import { approvalAhead, labelAhead } from '../quoting/approval-ahead';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';
import { RiskSettingsPanel } from './settings-form';
import { useDisarmed, usePressAbout } from '../app/held-back';
import { PressResult } from '../app/press-result';
import { isOver, type Press } from '../app/presses';
import { focusRoomTitle } from '../ui/focus';
import { Fold } from '../ui/fold';
import type { Formatters } from '../ui/formatters';
import { PressButton } from '../ui/press-button';

/** Risk management of each commodity: what the service says it is now, and the switches that change it. */
export function RiskRoom() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const answer = useAnswer(client, RISKS);
  const { value, fetchedAt } = answer;
  const aging = useAging(answer);
  const failure = useUntold(answer);
  const isHeard = useUnheard() === undefined && answer.state !== 'stale' && answer.state !== 'failed';
  return (
    <section className={shared.room} aria-label="Risk" data-room>
      <div className={shared.spread}>
        <h2 className={shared.title} tabIndex={-1} data-home>
          Risk management
        </h2>
        {fetchedAt !== undefined && (
          <span className={mergeClasses(shared.small, shared.muted)}>
            updated <Age at={fetchedAt} /> ago
          </span>
        )}
      </div>
      {failure && <Note tone="bad">{failure}</Note>}
      {aging && <Note tone="warning">{aging}</Note>}
      {(value?.unreadable ?? []).map(({ failure }, index) => (
        <Note key={index} tone="warning">
          {failureInWords(failure)}
        </Note>
      ))}
      {!value && !answer.failure && <p className={shared.text}>Loading the state of risk management…</p>}
      {value?.records.length === 0 && (
        <p className={shared.text}>The platform has no risk management for any commodity.</p>
      )}
      {(value?.records ?? []).map((risk) => (
        <CommodityRisk
          key={risk.commodity}
          risk={risk}
          readAt={fetchedAt}
          isStale={answer.state === 'stale'}
          isHeard={isHeard}
        />
      ))}
    </section>
  );
}

const useStyles = makeStyles({
  state: {
    padding: '0 7px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    fontWeight: tokens.fontWeightSemibold,
  },
  on: { color: tokens.colorPaletteGreenForeground1 },
  off: {
    color: tokens.colorPaletteRedForeground1,
    border: `1px solid ${tokens.colorPaletteRedBorderActive}`,
  },
});

/** One commodity: on or off as last read, its switch, and its settings when they are asked for. */
function CommodityRisk({
  risk,
  readAt,
  isStale,
  isHeard,
}: {
  risk: Risk;
  readAt: number | undefined;
  isStale: boolean;
  /** Otherwise it may have been switched since. */
  isHeard: boolean;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { commodity, on } = risk;
  return (
    <section className={shared.card} aria-label={`Risk management of ${commodity}`} data-room>
      <div className={shared.spread}>
        <h3 className={shared.title} tabIndex={-1} data-home>
          {inWords(commodity)}
        </h3>
        <span className={mergeClasses(shared.small, styles.state, !on ? styles.off : isHeard && styles.on)}>
          {on ? 'On' : 'Off'}
          {!isHeard && readAt !== undefined && ` at ${formatters.time(readAt)}, not heard since`}
        </span>
      </div>
      <RiskSwitch risk={risk} readAt={readAt} isStale={isStale} />
      <Fold isOpen={isOpen} onTurn={() => setOpen(!isOpen)}>
        Settings of {commodityInWords(commodity)}
      </Fold>
      {isOpen && <RiskSettingsPanel commodity={commodity} />}
    </section>
  );
}

/** Switches protection on at once, and off only after a second press that knows what stops. */
function RiskSwitch({ risk, readAt, isStale }: { risk: Risk; readAt: number | undefined; isStale: boolean }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
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
        const read = readBack(press, { on, readAt, formatters });
        return (
          read && (
            <Note key={press.id} tone={read.isOtherwise ? 'bad' : 'plain'} live>
              {read.text}
            </Note>
          )
        );
      })}
      {(!on || toOff !== undefined || isStale) && !hangs(toOn) && (
        <Only permission="withdraw">
          <SwitchOn commodity={commodity} />
        </Only>
      )}
      {on && !asks && !hangs(toOff) && !hangs(toOn) && (
        <Only permission="press">
          <div>
            <Button size="small" onClick={() => setAsking(true)} aria-label={`Switch off ${commodity}…`}>
              Switch off…
            </Button>
          </div>
        </Only>
      )}
      {asks && <SwitchOff commodity={commodity} onDrop={() => setAsking(false)} />}
      {!on && (
        <p className={mergeClasses(shared.text, shared.small)}>
          The platform’s risk management blocks nothing in {commodity}.
        </p>
      )}
    </>
  );
}

/** A press for this commodity takes the place of results that have been read, whichever way they went. */
function useSwitch(commodity: string): (on: boolean) => void {
  const { presses } = usePane();
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
  const shared = useSharedStyles();
  const flip = useSwitch(commodity);
  const disarmed = useDisarmed();
  const levels = useAnswer(usePane().client, LIMITS).value?.fourEyes;
  const ahead = approvalAhead({ kind: 'switch-risk', commodity, on: false }, undefined, levels);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const drop = (from: HTMLElement): void => {
    focusRoomTitle(from);
    onDrop();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={shared.card}
      aria-label={`Confirm switching off ${commodity}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        drop(event.currentTarget);
      }}
    >
      <p className={mergeClasses(shared.text, shared.title)}>
        Switch off the risk management of {commodity}?
      </p>
      <p className={mergeClasses(shared.text, shared.small)}>
        The platform then stops checking actions in {commodity} against its risk settings. This applies
        outside this workbook too, until risk management is switched on again.
      </p>
      {ahead !== undefined && <Note tone="warning">{ahead}</Note>}
      <PressButton
        keys="space"
        danger
        label={labelAhead(`Switch off ${commodity} now`, ahead)}
        why={disarmed}
        onPress={() => {
          flip(false);
          onDrop();
        }}
      />
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Press Space or click; Enter does nothing here.
      </p>
      <div>
        <Button size="small" onClick={({ currentTarget }) => drop(currentTarget)}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

/** What the service says after a switch that it took, which alone is what is shown. `undefined` while none was taken. */
function readBack(
  { state, body, endedAt }: Pick<Press, 'state' | 'body' | 'endedAt'>,
  { on, readAt, formatters }: { on: boolean; readAt: number | undefined; formatters: Formatters },
): { readonly text: string; readonly isOtherwise: boolean } | undefined {
  if (body.kind !== 'switch-risk' || state !== 'done') return undefined;
  if (readAt === undefined || endedAt === undefined || readAt < endedAt) {
    return { text: 'Not confirmed yet: the values shown are from before.', isOtherwise: false };
  }
  const word = on ? 'on' : 'off';
  return on === body.on
    ? { text: `Confirmed at ${formatters.time(readAt)}: it is ${word}.`, isOtherwise: false }
    : {
        text: `Checked at ${formatters.time(readAt)}: it is ${word}, not ${body.on ? 'on' : 'off'}. Check the journal, and ask the operator.`,
        isOtherwise: true,
      };
}

/** "Power", "GoO": as a heading says it. */
function inWords(commodity: string): string {
  const word = commodityInWords(commodity);
  return word.charAt(0).toUpperCase() + word.slice(1);
}
