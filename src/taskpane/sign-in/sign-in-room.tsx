import {
  Button,
  Field,
  makeStyles,
  mergeClasses,
  Radio,
  RadioGroup,
  Checkbox,
  Input,
} from '@fluentui/react-components';
import { useRef, type FormEvent, useState } from 'react';
import { present } from '../../domain/present';
import { Environment, type DeskStatus, type OfferedEnvironment } from '../../domain/desk-status';
import { Note } from '../ui/note';
import { useEnvironmentColours, useSharedStyles } from '../ui/styles';
import { ENVIRONMENT_WORDS } from '../ui/text/status-text';
import { useSignIn, withEnvironment, KEY_WORDS, SIMULATOR_CREDENTIALS, type SigningIn } from './sign-in';

/** What stands in place of the requests while the desk is signed out. */
export function SignInRoom({ status, onDone }: { status: DeskStatus; onDone: () => void }) {
  const shared = useSharedStyles();
  const isFirstTry = status.isTrying === true && status.failure === undefined;
  return (
    <section className={shared.room} aria-label="Sign in">
      <h2 className={shared.title} tabIndex={-1} data-home>
        Sign in
      </h2>
      {isFirstTry ? (
        <p className={shared.text} role="status">
          Signing in…
        </p>
      ) : (
        <>
          {status.isTrying && (
            <p className={mergeClasses(shared.text, shared.small)}>
              The desk keeps trying with its saved credentials. You can also sign in here.
            </p>
          )}
          <FirstSteps />
          <SignInForm status={status} onDone={onDone} />
        </>
      )}
    </section>
  );
}

/** Three lines for somebody who is here for the first time. */
function FirstSteps() {
  const shared = useSharedStyles();
  return (
    <ol
      className={mergeClasses(shared.list, shared.section, shared.small, shared.muted)}
      aria-label="First steps"
    >
      <li>1. Choose where to work. The simulator needs no account.</li>
      <li>2. The operator of the platform gives you API key, client id and client secret.</li>
      <li>3. Only your gateway gets them: no workbook, no cell, and not this pane once you are signed in.</li>
    </ol>
  );
}

const useStyles = makeStyles({
  band: { padding: '6px 8px', color: '#ffffff', forcedColorAdjust: 'none' },
});

/** Environment, credentials or the kept ones, the word for production; Enter in any field signs in. */
function SignInForm({ status, onDone }: { status: DeskStatus; onDone: () => void }) {
  const shared = useSharedStyles();
  const form = useRef<HTMLFormElement>(null);
  const signing = useSignIn(status, onDone);
  const { draft, isBusy, isKept, change } = signing;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = signing.submit();
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <form ref={form} className={shared.section} aria-label="Sign in" noValidate onSubmit={submit}>
      <EnvironmentChoice
        environments={status.environments}
        chosen={draft.environment}
        isBusy={isBusy}
        onChoose={(environment) => change(withEnvironment(draft, environment))}
      />
      {isKept ? (
        <KeptCredentials onOthers={() => change({ ...draft, types: true })} />
      ) : (
        <CredentialFields signing={signing} sealing={status.sealing} />
      )}
      {draft.environment === 'production' && (
        <>
          <ProductionBand />
          <CredentialField
            label="Type the word “production”"
            name="word"
            fills="off"
            text={draft.word}
            problem={signing.problems.word}
            isBusy={isBusy}
            onChange={(word) => change({ ...draft, word })}
          />
        </>
      )}
      <div role="alert">{signing.refusal !== '' && <Note tone="bad">{signing.refusal}</Note>}</div>
      <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

function ProductionBand() {
  const shared = useSharedStyles();
  const styles = useStyles();
  const colours = useEnvironmentColours();
  return (
    <p className={mergeClasses(shared.text, shared.small, shared.strong, styles.band, colours.production)}>
      Production: trades are real.
    </p>
  );
}

function KeptCredentials({ onOthers }: { onOthers: () => void }) {
  const shared = useSharedStyles();
  return (
    <div className={shared.section}>
      <p className={mergeClasses(shared.text, shared.small)}>
        The credentials are kept on the gateway’s machine, encrypted. You need not type them.
      </p>
      <div>
        <Button size="small" onClick={onOthers}>
          Use others
        </Button>
      </div>
    </div>
  );
}

const useChoiceStyles = makeStyles({
  swatch: {
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginRight: '6px',
    borderRadius: '2px',
    forcedColorAdjust: 'none',
  },
  service: { display: 'block', overflowWrap: 'anywhere' },
});

const MEANING: Record<Environment, string> = {
  simulator: 'an invented market',
  sandbox: "the operator's test",
  production: 'trades are real',
};

/** Where to sign in: only what the gateway has an address for. */
function EnvironmentChoice({
  environments,
  chosen,
  isBusy,
  onChoose,
}: {
  environments: readonly OfferedEnvironment[];
  chosen: Environment;
  isBusy: boolean;
  onChoose: (environment: Environment) => void;
}) {
  return (
    <Field label="Environment" size="small">
      <RadioGroup
        value={chosen}
        disabled={isBusy}
        onChange={(_, { value }) => {
          const named = Environment.safeParse(value);
          if (named.success) onChoose(named.data);
        }}
      >
        {environments.map((offered) => (
          <Radio key={offered.name} value={offered.name} label={<Offered {...offered} />} />
        ))}
      </RadioGroup>
    </Field>
  );
}

function Offered({ name, service }: OfferedEnvironment) {
  const shared = useSharedStyles();
  const styles = useChoiceStyles();
  const colours = useEnvironmentColours();
  return (
    <span className={shared.small}>
      <span className={mergeClasses(styles.swatch, colours[name])} aria-hidden="true" />
      <span className={shared.strong}>{ENVIRONMENT_WORDS[name]}</span>, {MEANING[name]}
      <span className={mergeClasses(styles.service, shared.muted)}>{service}</span>
    </span>
  );
}

const ASKED = [
  { name: 'apiKey', label: 'API key', fills: 'off', isSecret: true },
  { name: 'clientId', label: 'Client id', fills: 'username', isSecret: false },
  { name: 'clientSecret', label: 'Client secret', fills: 'current-password', isSecret: true },
] as const;

interface CredentialFieldsProps {
  readonly signing: SigningIn;
  readonly sealing: DeskStatus['sealing'];
}

/** What the operator gave, and whether the gateway is to keep it. */
function CredentialFields({ signing, sealing }: CredentialFieldsProps) {
  const { draft, problems, isBusy, change } = signing;
  return (
    <>
      {draft.environment === 'simulator' && (
        <FillIn onFill={() => change({ ...draft, ...SIMULATOR_CREDENTIALS })} />
      )}
      {ASKED.map((asked) => (
        <CredentialField
          {...asked}
          key={asked.name}
          text={draft[asked.name]}
          problem={problems[asked.name]}
          isBusy={isBusy}
          onChange={(text) => change({ ...draft, [asked.name]: text })}
        />
      ))}
      {sealing && (
        <Remember
          sealing={sealing}
          remember={draft.remember}
          onChange={(remember) => change({ ...draft, remember })}
        />
      )}
    </>
  );
}

function FillIn({ onFill }: { onFill: () => void }) {
  return (
    <div>
      <Button size="small" onClick={onFill}>
        Fill in the simulator’s own
      </Button>
    </div>
  );
}

function Remember({
  sealing,
  remember,
  onChange,
}: {
  sealing: NonNullable<DeskStatus['sealing']>;
  remember: boolean;
  onChange: (remember: boolean) => void;
}) {
  const shared = useSharedStyles();
  return (
    <Checkbox
      label={
        <span className={shared.small}>
          {sealing === 'desk'
            ? 'Keep for this desk, encrypted.'
            : 'Keep on this gateway’s machine, encrypted.'}{' '}
          <span className={mergeClasses(shared.small, shared.muted)}>{KEY_WORDS[sealing]}</span>
        </span>
      }
      checked={remember}
      onChange={(_, { checked }) => onChange(checked === true)}
    />
  );
}

const useFieldStyles = makeStyles({
  input: { width: '100%' },
  show: { minWidth: 'auto', padding: '0 4px' },
});

interface CredentialFieldProps {
  readonly label: string;
  readonly name: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Written as dots until the person wants to see it. */
  readonly isSecret?: boolean;
  /** What a password manager may fill in. */
  readonly fills: 'username' | 'current-password' | 'off';
  readonly onChange: (text: string) => void;
}

/** One field of the sign-in, with what is wrong with it directly below. */
function CredentialField(props: CredentialFieldProps) {
  const { label, name, text, problem, isBusy, isSecret = false, fills, onChange } = props;
  const styles = useFieldStyles();
  const [isShown, setShown] = useState(false);
  const toggle = isSecret && (
    <Button
      className={styles.show}
      size="small"
      appearance="transparent"
      aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
      onClick={() => setShown(!isShown)}
    >
      {isShown ? 'Hide' : 'Show'}
    </Button>
  );
  return (
    <Field label={label} size="small" {...present({ validationMessage: problem })}>
      <Input
        className={styles.input}
        size="small"
        type={isSecret && !isShown ? 'password' : 'text'}
        name={name}
        autoComplete={fills}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isBusy}
        value={text}
        {...(toggle && { contentAfter: toggle })}
        onChange={(_, { value }) => onChange(value)}
      />
    </Field>
  );
}
