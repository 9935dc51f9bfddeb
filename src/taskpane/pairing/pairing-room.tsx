import { Button, Field, Input } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { present } from '../../domain/present';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { Note, type NoteTone } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

/** What stands in place of every room until the gateway knows this Excel. */
export function PairingRoom() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ readonly tone: NoteTone; readonly text: string }>();
  const stranger = useAnswer(client, STATUS).failure;
  const pair = async (
    typed: string,
    { called, isOfAddress = false }: { called?: string; isOfAddress?: boolean } = {},
  ): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    const paired = await client.pair(typed, called);
    // Once it is paired the page connects by itself, and another room takes this place.
    if (paired.ok) return;
    setBusy(false);
    // That of the address nobody typed wrongly: a page that is loaded again still has it.
    setRefusal(
      isOfAddress && paired.failure.kind === 'denied'
        ? ADDRESS_USED
        : { tone: 'bad', text: failureInWords(paired.failure) },
    );
  };
  const isTried = useRef(false);
  useEffect(() => {
    const given = codeInAddress();
    if (given === undefined || isTried.current) return;
    isTried.current = true;
    void pair(given, { isOfAddress: true });
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && code.trim() !== '') void pair(code, present({ called: name.trim() || undefined }));
  };
  return (
    <section className={shared.room} aria-label="Pair this Excel">
      <h2 className={shared.title} tabIndex={-1} data-home>
        Pair this Excel
      </h2>
      {stranger?.kind === 'denied' && <p className={shared.text}>{stranger.message}</p>}
      <p className={shared.text}>
        Type the newest pairing code from the gateway’s window or log. It is asked once for each Excel or
        browser of each person, so that nobody else on this machine can trade.
      </p>
      <form className={shared.section} aria-label="Pair this Excel" noValidate onSubmit={submit}>
        <Field label="Pairing code" size="small">
          <Input
            name="code"
            value={code}
            autoComplete="off"
            spellCheck={false}
            placeholder="ABCD-1234"
            disabled={isBusy}
            onChange={(_, { value }) => setCode(value)}
          />
        </Field>
        <Field
          label="Your name"
          size="small"
          hint="The journal names you so. Without it, it names the account that runs the gateway."
        >
          <Input
            name="person"
            value={name}
            autoComplete="name"
            maxLength={100}
            disabled={isBusy}
            onChange={(_, { value }) => setName(value)}
          />
        </Field>
        <div role="alert">{refusal && <Note tone={refusal.tone}>{refusal.text}</Note>}</div>
        <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
          {isBusy ? 'Pairing…' : 'Pair'}
        </Button>
      </form>
    </section>
  );
}

const ADDRESS_USED = {
  tone: 'plain',
  text: 'The code in the address of this page was good once, and is used up. Open the newest address, or type the newest code.',
} as const;

/** npm start and npm run excel open the page with a code: nobody has to type one there. */
const codeInAddress = (): string | undefined =>
  new URLSearchParams(window.location.search).get('pair') ?? undefined;
