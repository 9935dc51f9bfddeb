import { makeStyles } from '@fluentui/react-components';
import type { Environment } from '../../domain/desk-status';

/** Fixed in every theme: the colour of an environment has to be the same on every screen of a desk. White on it is readable. */
export const useEnvironmentColours = makeStyles({
  simulator: { backgroundColor: '#5c5c5c' },
  sandbox: { backgroundColor: '#0b6a0b' },
  production: { backgroundColor: '#b10e1c' },
} satisfies Record<Environment, object>);
