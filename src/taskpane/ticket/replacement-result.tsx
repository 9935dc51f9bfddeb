import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Age } from '../look/age';
import { goHome } from '../look/home';
import { useLook } from '../look/look';
import { Note, type NoteTone } from '../look/note';
import { isUnderWay, type Replacing } from '../pressing/replacements';
import { useDesk } from '../use-desk';

const WORDS: Record<Replacing['state'], { readonly title: string; readonly tone: NoteTone }> = {
  waiting: { title: 'Replacing', tone: 'plain' },
  withdrawing: { title: 'Replacing', tone: 'plain' },
  sending: { title: 'Replacing', tone: 'plain' },
  done: { title: 'Replaced', tone: 'good' },
  rejected: { title: 'Not replaced', tone: 'bad' },
  held: { title: 'Not replaced', tone: 'bad' },
  'not-sent': { title: 'Not replaced', tone: 'bad' },
  unknown: { title: 'Unknown', tone: 'alarm' },
};

/** What has become of a quote that takes the place of a live one. */
export function ReplacementResult({ replacing }: { replacing: Replacing }) {
  const { replacements } = useDesk();
  const look = useLook();
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) result.current?.focus();
  }, []);
  const { requestId, state, message, step, shown, pressedAt, replaced } = replacing;
  const { title, tone } = WORDS[state];
  const gone = `${replaced.map(({ quoteId }) => quoteId).join(', ')} ${replaced.length > 1 ? 'are' : 'is'} withdrawn. `;
  // A quote that may be live is looked up until it is known, as any other.
  const isOpen = isUnderWay(replacing) || (state === 'unknown' && step === 'send');
  const putAway = ({ detail, currentTarget }: MouseEvent<HTMLElement>): void => {
    if (detail > 1) return;
    goHome(currentTarget);
    replacements.dismiss(requestId);
  };
  return (
    <div ref={result} tabIndex={-1} className={look.section} role="group" aria-label="Replacing a quote">
      <Note tone={tone} live>
        <strong>{title}.</strong> {state === 'done' && gone}
        {message}
      </Note>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        Asked for: {shown} · <Age at={pressedAt} /> ago
      </p>
      {!isOpen && (
        <div>
          <Button size="small" onClick={putAway}>
            Quote again
          </Button>
        </div>
      )}
    </div>
  );
}
