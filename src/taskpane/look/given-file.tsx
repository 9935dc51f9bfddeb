import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { DeskClient } from '../../client/client';
import type { DeskFile } from '../../client/desk-files';
import type { Outcome } from '../../domain/failure';
import { useDesk } from '../use-desk';
import { failureInWords } from '../words/failure-words';
import { useLook } from './look';
import { Note } from './note';

/** What a button asks for. */
interface Ask {
  readonly label: string;
  readonly ask: () => Promise<Outcome<DeskFile>>;
}

/**
 * Files that the gateway gives out. A browser saves them at once; Excel on the desktop may not let a pane save anything and
 * does not say so, therefore a file can be copied as well.
 */
export function GivenFile({ asks }: { asks: readonly Ask[] }) {
  const { client } = useDesk();
  const look = useLook();
  const [file, setFile] = useState<DeskFile>();
  const [asking, setAsking] = useState<string>();
  const [refusal, setRefusal] = useState('');
  const get = async ({ label, ask }: Ask): Promise<void> => {
    setAsking(label);
    setRefusal('');
    setFile(undefined);
    const outcome = await ask();
    setAsking(undefined);
    if (!outcome.ok) return setRefusal(failureInWords(outcome.failure));
    setFile(outcome.value);
    save(outcome.value, client.clock);
  };
  return (
    <div className={look.section}>
      <div className={look.line}>
        {asks.map((one) => (
          <Button
            key={one.label}
            size="small"
            disabledFocusable={asking !== undefined}
            onClick={() => void get(one)}
          >
            {asking === one.label ? `${one.label}…` : one.label}
          </Button>
        ))}
      </div>
      <div role="status">{file && <Ready file={file} />}</div>
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </div>
  );
}

function Ready({ file }: { file: DeskFile }) {
  const { client, figures, notice } = useDesk();
  const look = useLook();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await file.content.text());
      notice.set(`${file.name} is copied.`);
    } catch {
      notice.set(
        `${file.name} could not be copied: this window does not let the pane write to the clipboard.`,
      );
    }
  };
  return (
    <div className={look.section}>
      <p className={mergeClasses(look.text, look.small)}>
        {file.name} is ready ({figures.count(Math.ceil(file.content.size / 1024))} kB) and goes to your
        downloads. If Excel saves no file, copy it into an empty one.
      </p>
      <div className={look.line}>
        <Button size="small" onClick={() => save(file, client.clock)}>
          Save again
        </Button>
        <Button size="small" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  );
}

/** A browser may take its time before it reads what it is to save. */
const KEPT_MS = 60_000;

function save({ name, content }: DeskFile, clock: DeskClient['clock']): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  clock.after(KEPT_MS, () => URL.revokeObjectURL(link.href));
}
