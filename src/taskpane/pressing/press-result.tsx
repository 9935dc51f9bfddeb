import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, type MouseEvent } from 'react';
import { onlyProtects } from '../../domain/action';
import { WarnedPress } from '../limits/warned-press';
import { Age } from '../look/age';
import { goHome } from '../look/home';
import { useLook } from '../look/look';
import { Note, type NoteTone } from '../look/note';
import { useDesk } from '../use-desk';
import type { Tone } from '../words/action-words';
import { outcomeSentence, outcomeTone, outcomeWord, pressedInWords } from '../words/executed-words';
import { PressButton } from './press-button';
import { isOver, type Press } from './presses';
import { useDisarmed } from './use-pressing';

const NOTE_TONES: Record<Tone, NoteTone> = {
  plain: 'plain',
  progress: 'plain',
  good: 'good',
  bad: 'bad',
  alarm: 'alarm',
};

/** What has become of a press, and how to go on. */
export function PressResult({ press, again }: { press: Press; again: string }) {
  const { presses, figures } = useDesk();
  const look = useLook();
  const heldBy = useDisarmed();
  const disarmed = onlyProtects(press.body) ? undefined : heldBy;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) result.current?.focus();
  }, []);
  const putAway = ({ detail, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (detail > 1) return;
    goHome(currentTarget);
    presses.dismiss(press.id);
  };
  return (
    <div ref={result} tabIndex={-1} className={look.section}>
      <Note tone={NOTE_TONES[outcomeTone(press.state, press)]} live>
        <strong>{outcomeWord(press.state, press)}.</strong> {outcomeSentence(press.state, press, figures)}
      </Note>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        {pressedInWords(press)} · <Age at={press.pressedAt} /> ago
      </p>
      {press.state === 'unanswered' && (
        <PressButton label="Ask the desk again" why={disarmed} onPress={() => presses.askAgain(press.id)} />
      )}
      {press.state === 'unanswered' && (
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          It can never happen twice. If the desk never got it, asking again sends it now, as shown here.
        </p>
      )}
      <WarnedPress key={press.id} press={press} why={disarmed} />
      {isOver(press) && (
        <div>
          <Button size="small" onClick={putAway}>
            {again}
          </Button>
        </div>
      )}
    </div>
  );
}
