import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useSharedStyles } from './styles';

const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, auto) 1fr',
    gap: '3px 12px',
    margin: 0,
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
});

export type Fact = readonly [name: string, value: string];

/** Names and their values, one below the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  return (
    <dl className={mergeClasses(styles.facts, shared.small)}>
      {facts.map(([name, value]) => [
        <dt key={`${name} name`}>{name}</dt>,
        <dd key={name} className={shared.digits}>
          {value}
        </dd>,
      ])}
    </dl>
  );
}
