import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { usePane } from './hooks';

/** What is to be copied: its name begins a sentence. */
interface Copied {
  readonly name: string;
  readonly text: Promise<string>;
  /** Said once it is copied. */
  readonly done: string;
}

/** To be called in the press itself: Safari refuses a clipboard that is asked for only once the text is there. */
async function isCopied(text: Promise<string>): Promise<boolean> {
  const content = text.then((written) => new Blob([written], { type: 'text/plain' }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
    return true;
  } catch {
    return false;
  }
}

/** Copying by a press. Where the window refuses it, as Excel on the web does, the text stands marked in `byHand`. */
export function useCopying() {
  const { notice } = usePane();
  const [refused, setRefused] = useState<Marked>();
  const copy = async ({ name, text, done }: Copied): Promise<void> => {
    if (await isCopied(text)) {
      setRefused(undefined);
      return notice.set(done);
    }
    setRefused({ name, text: await text });
    notice.set(
      `${name} could not be copied: this window does not let the pane write to the clipboard. It is marked in the pane: press Ctrl+C (on a Mac Command+C).`,
    );
  };
  const byHand: ReactNode = refused && <MarkedText marked={refused} />;
  return { copy, byHand, forget: () => setRefused(undefined) };
}

interface Marked {
  readonly name: string;
  readonly text: string;
}

const useStyles = makeStyles({ area: { boxSizing: 'border-box', width: '100%' } });

/** Has the focus too: without it the keys copy nothing. A further press that is refused marks it anew. */
function MarkedText({ marked }: { marked: Marked }) {
  const styles = useStyles();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, [marked]);
  return (
    <textarea
      ref={area}
      className={styles.area}
      aria-label={`${marked.name}, to copy`}
      readOnly
      rows={4}
      value={marked.text}
    />
  );
}
