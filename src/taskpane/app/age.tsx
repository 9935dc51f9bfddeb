import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { sentence } from '../../domain/failure';
import type { Resource } from '../../domain/resources/resource';
import { usePane, useNow } from './hooks';
import { age } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';

/** How long ago something was, by itself up to date; its title is the moment with its zone. */
export function Age({ at }: { at: number | undefined }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const now = useNow();
  if (at === undefined) return null;
  return (
    <span className={mergeClasses(shared.figure, shared.muted, shared.small)} title={formatters.moment(at)}>
      {age(now - at)}
    </span>
  );
}

const useStyles = makeStyles({
  /** Beside the pills of a narrow list its age alone has room. */
  word: { '@container requests-bar (max-width: 339px)': { display: 'none' } },
  button: {
    flexShrink: 0,
    minWidth: 0,
    padding: '0 4px',
    margin: '0 -5px 0 4px',
    whiteSpace: 'nowrap',
    color: tokens.colorBrandForegroundLink,
  },
});

/** How old an answer is, with the button that reads it anew at once. */
export function Updated({ at, name, resource }: { at: number; name: string; resource: Resource }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <span className={mergeClasses(shared.small, shared.muted)}>
      <span className={styles.word}>updated </span>
      <Age at={at} /> ago
      <UpdateNow name={name} resources={() => [resource]} />
    </span>
  );
}

/** Reads these anew at once, for a person; the notice says why where that is not possible. */
export function UpdateNow({ name, resources }: { name: string; resources: () => readonly Resource[] }) {
  const { client, notice } = usePane();
  const styles = useStyles();
  const update = (): void => {
    const asked = client.refresh(resources());
    if (!asked.ok) notice.set(sentence(asked.failure));
  };
  return (
    <Button
      size="small"
      appearance="transparent"
      className={styles.button}
      aria-label={`Update now: ${name}`}
      onClick={update}
    >
      Update now
    </Button>
  );
}
