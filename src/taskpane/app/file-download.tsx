import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { GatewayClient } from '../../client/client';
import type { GatewayFile } from '../../client/http';
import type { Outcome } from '../../domain/failure';
import { useCopying } from './copying';
import { usePane, useWatched } from './hooks';
import { failureInWords } from '../ui/text/status-text';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';

/** A file of the gateway, or one that the pane made: that has no address. */
type File = Omit<GatewayFile, 'source'> &
  Partial<Pick<GatewayFile, 'source'>> & {
    /** How much is in it: "10 trades". */
    readonly holds?: string | undefined;
  };

/** What a button asks for. */
interface Ask {
  readonly label: string;
  readonly ask: () => Promise<Outcome<File>>;
}

/**
 * Files that the gateway gives out. A browser saves them at once; Excel on the desktop may not let a pane save anything and
 * does not say so, therefore a file can be copied as well.
 */
export function GivenFile({ asks }: { asks: readonly Ask[] }) {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [file, setFile] = useState<File>();
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
    <div className={shared.section}>
      <div className={shared.line}>
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

/** What can be pasted as it is. */
const TEXT_FILE = /\.(csv|json|jsonl)$/;

function Ready({ file }: { file: File }) {
  const { client, formatters, notice } = usePane();
  const shared = useSharedStyles();
  const { source, holds } = file;
  const size = `${formatters.count(Math.ceil(file.content.size / 1024))} kB`;
  const opensBrowser = useBrowserWindow() && source !== undefined;
  const { copy, byHand } = useCopying();
  const copied = TEXT_FILE.test(file.name) ? 'copy it into an empty one' : undefined;
  const elsewhere = opensBrowser ? 'save it in the browser' : copied;
  const open = async (): Promise<void> => {
    if (source === undefined) return;
    const ticket = await client.openFileTicket({ source });
    if (!ticket.ok) return notice.set(failureInWords(ticket.failure));
    Office.context.ui.openBrowserWindow(ownAddress(ticket.value));
    notice.set(`${file.name} comes in your browser.`);
  };
  return (
    <div className={shared.section}>
      <p className={mergeClasses(shared.text, shared.small)}>
        {file.name} is ready ({holds === undefined ? size : `${holds}, ${size}`}) and goes to your downloads.
        {elsewhere !== undefined && ` If Excel saves no file, ${elsewhere}.`}
      </p>
      <div className={shared.line}>
        <Button size="small" onClick={() => save(file, client.clock)}>
          Save again
        </Button>
        {opensBrowser && (
          <Button size="small" onClick={() => void open()}>
            Save in the browser
          </Button>
        )}
        {TEXT_FILE.test(file.name) && (
          <Button
            size="small"
            onClick={() =>
              void copy({ name: file.name, text: file.content.text(), done: `${file.name} copied.` })
            }
          >
            Copy
          </Button>
        )}
      </div>
      {byHand}
    </div>
  );
}

/** Of this gateway alone, whatever an answer says. */
export function ownAddress(path: string): string {
  const { origin } = window.location;
  const address = new URL(path, origin);
  return address.origin === origin ? address.href : origin;
}

/** Excel can open an address in the system's browser. On a Mac no file leaves the pane otherwise. */
function useBrowserWindow(): boolean {
  const { kind } = useWatched(usePane().office);
  return kind === 'excel' && Office.context.requirements.isSetSupported('OpenBrowserWindowApi', '1.1');
}

/** A browser may take its time before it reads what it is to save. */
const KEPT_MS = 60_000;

function save({ name, content }: File, clock: GatewayClient['clock']): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  clock.after(KEPT_MS, () => URL.revokeObjectURL(link.href));
}
