import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { sentence } from '../../domain/failure';
import type { Resource } from '../../domain/resources/resource';
import { usePane, useNow, useUnheard, useWatched } from './hooks';
import { age } from '../ui/formatters';
import { useSharedStyles } from '../ui/styles';

/** How long ago something was, by itself up to date; its title is the moment with its zone, where it has none of its own. */
export function Age({ at, title }: { at: number | undefined; title?: string | undefined }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const now = useNow();
  if (at === undefined) return null;
  return (
    <span
      className={mergeClasses(shared.figure, shared.muted, shared.small)}
      title={title ?? formatters.moment(at)}
    >
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
    minHeight: '24px',
    padding: '0 4px',
    margin: '0 -5px 0 4px',
    // There it has a border, which would touch the button beside it.
    '@media (forced-colors: active)': { marginRight: 0 },
    whiteSpace: 'nowrap',
    color: tokens.colorBrandForegroundLink,
  },
});

/**
 * How old the oldest price in sight is, or without prices the list itself, with the button that reads all of that anew at once; where
 * nothing is heard the strip at the top has the one button.
 */
export function Updated({ at, name, resource }: { at: number; name: string; resource: Resource }) {
  const { formatters, prices } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const now = useNow();
  const isUnheard = useUnheard() !== undefined;
  const inSight = [...useWatched(prices.inSight).values()];
  const [what, upTo, since, ended] =
    inSight.length > 0
      ? (['prices', 'up to ', Math.min(...inSight.map((price) => price.at)), 'old'] as const)
      : (['list', 'updated ', at, 'ago'] as const);
  return (
    <span className={mergeClasses(shared.figure, shared.small, shared.muted)}>
      <span title={`The list was read at ${formatters.time(at)}.`}>
        <span className={styles.word}>
          {what} {upTo}
        </span>
        {age(now - since)} {ended}
      </span>
      {!isUnheard && (
        <UpdateNow
          name={name}
          title={`Calls: about ${inSight.length + 1}`}
          resources={() => [resource, ...inSight.map((price) => price.resource)]}
        />
      )}
    </span>
  );
}

/** Reads these anew at once, for a person; the notice says why where that is not possible. */
export function UpdateNow({
  name,
  title,
  word = 'Update now',
  resources,
}: {
  name: string;
  title?: string;
  word?: string;
  resources: () => readonly Resource[];
}) {
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
      aria-label={`${word}: ${name}`}
      title={title}
      onClick={update}
    >
      {word}
    </Button>
  );
}
