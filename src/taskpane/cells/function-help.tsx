import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import { sentence, type Failure, type Outcome } from '../../domain/failure';
import { usePane, useSheet } from '../app/hooks';
import { TextField } from '../ui/fields';
import { Fold } from '../ui/fold';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { CHAPTERS } from './function-chapters';
import { foundIn } from './function-search';

type Told = Awaited<ReturnType<GatewayClient['functionList']>>;
type ListedFunction = (Told extends Outcome<infer T> ? T : never)['functions'][number];

const useStyles = makeStyles({
  row: { padding: '4px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  open: { padding: '2px 0 4px 12px' },
  parameters: {
    display: 'grid',
    gridTemplateColumns: 'minmax(76px, max-content) 1fr',
    gap: '1px 8px',
    margin: 0,
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
  example: { overflowWrap: 'anywhere' },
});

/** What each function is for, its arguments, and an example to put into the selected cell. */
export function FunctionHelp() {
  const shared = useSharedStyles();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={shared.section} aria-label="Functions">
      <h2 className={shared.title}>Functions</h2>
      <Fold isOpen={isOpen} onTurn={() => setOpen(!isOpen)}>
        What each does, its arguments, an example
      </Fold>
      {isOpen && <List />}
    </section>
  );
}

function List() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [functions, setFunctions] = useState<readonly ListedFunction[]>();
  const [failure, setFailure] = useState<Failure>();
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    void client.functionList().then((told) => {
      if (!isWanted) return;
      if (told.ok) setFunctions(told.value.functions);
      else setFailure(told.failure);
    });
    return () => void (isWanted = false);
  }, [client]);
  if (failure) return <Note tone="bad">{sentence(failure)}</Note>;
  if (!functions) return <p className={shared.text}>Loading.</p>;
  const found = foundIn(functions, wanted);
  // What is looked for stands in the order of how well it fits, all of them by what belongs together.
  const lists =
    wanted.trim() === ''
      ? Object.entries(CHAPTERS).map(
          ([title, names]) =>
            [title, names.flatMap((name) => found.find((one) => one.name === name) ?? [])] as const,
        )
      : [['', found] as const];
  return (
    <>
      <TextField label="Find a function" text={wanted} onChange={setWanted} />
      {found.length === 0 && <p className={shared.text}>No function says “{wanted.trim()}”.</p>}
      {lists.map(
        ([title, listed]) =>
          listed.length > 0 && (
            <section key={title} aria-label={title || 'Found'}>
              {title && <h3 className={shared.title}>{title}</h3>}
              <ul className={shared.list}>
                {listed.map((one) => (
                  <Listed
                    key={one.name}
                    listed={one}
                    isOpen={shown === one.name}
                    onTurn={() => setShown(shown === one.name ? undefined : one.name)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

function Listed({ listed, isOpen, onTurn }: { listed: ListedFunction; isOpen: boolean; onTurn: () => void }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const { says, examples } = parts(listed.description);
  const parameters = listed.parameters.map(({ name, optional }) => (optional ? `[${name}]` : name));
  return (
    <li className={styles.row}>
      <Fold isOpen={isOpen} onTurn={onTurn}>
        <span className={shared.strong}>DESK.{listed.name}</span>({parameters.join(', ')})
      </Fold>
      <p className={mergeClasses(shared.text, shared.small, shared.muted, styles.open)}>
        {isOpen ? says : firstSentence(says)}
      </p>
      {isOpen && (
        <div className={mergeClasses(shared.section, styles.open)}>
          {listed.parameters.length > 0 && (
            <dl className={mergeClasses(styles.parameters, shared.small)}>
              {listed.parameters.map(({ name, description }, index) => [
                <dt key={`${name} name`}>{parameters[index]}</dt>,
                <dd key={name}>{description}</dd>,
              ])}
            </dl>
          )}
          {examples.map((formula) => (
            <Example key={formula} formula={formula} />
          ))}
        </div>
      )}
    </li>
  );
}

/** It begins with what the function does and ends with an example or two. */
function parts(description: string): { readonly says: string; readonly examples: readonly string[] } {
  const [says = '', examples] = description.split(/\s*Examples?:\s*(?==)/);
  return { says, examples: examples?.split(/ or (?==)/) ?? [] };
}

/** The point of "31.5" or "incl. of" ends none. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s+[A-Z]|$)/.exec(text)?.[0] ?? text;

function Example({ formula }: { formula: string }) {
  const { notice } = usePane();
  const sheet = useSheet();
  const shared = useSharedStyles();
  const styles = useStyles();
  const insert = async (): Promise<void> => {
    const written = await sheet?.insertFormula(formula);
    if (written) notice.set(written.ok ? `${formula} is in ${written.value}.` : sentence(written.failure));
  };
  return (
    <>
      <code className={mergeClasses(shared.small, styles.example)}>{formula}</code>
      {sheet && (
        <div>
          <Button
            size="small"
            aria-label={`Put ${formula} into the selected cell`}
            onClick={() => void insert()}
          >
            Into the selected cell
          </Button>
        </div>
      )}
    </>
  );
}
