import { Field, makeStyles, mergeClasses, Radio, RadioGroup } from '@fluentui/react-components';
import { Environment, type OfferedEnvironment } from '../../domain/desk-status';
import { useEnvironmentColours } from '../desk/environment-colours';
import { useLook } from '../look/look';
import { ENVIRONMENT_WORDS } from '../words/desk-words';

const useStyles = makeStyles({
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
export function EnvironmentChoice({
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
  const look = useLook();
  const styles = useStyles();
  const colours = useEnvironmentColours();
  return (
    <span className={look.small}>
      <span className={mergeClasses(styles.swatch, colours[name])} aria-hidden="true" />
      <span className={look.strong}>{ENVIRONMENT_WORDS[name]}</span>, {MEANING[name]}
      <span className={mergeClasses(styles.service, look.muted)}>{service}</span>
    </span>
  );
}
