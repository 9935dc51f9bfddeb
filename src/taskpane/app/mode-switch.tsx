import { makeStyles, mergeClasses, tokens, useId } from '@fluentui/react-components';
import type { Mode } from '../../client/mode';
import { useSharedStyles } from '../ui/styles';
import { useMode, usePane } from './hooks';
import { MODE_NAMES, MODE_WORDS } from '../ui/text/cell-text';

const MODES: readonly Mode[] = ['live', 'manual', 'paused'];

const useStyles = makeStyles({
  modes: { display: 'flex', flexDirection: 'column', gap: '4px', margin: 0, padding: 0, border: 'none' },
  mode: { display: 'grid', gridTemplateColumns: '16px 1fr', columnGap: '8px', alignItems: 'start' },
  radio: {
    width: '14px',
    height: '14px',
    margin: '3px 0 0',
    accentColor: tokens.colorBrandBackground,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  words: { gridColumnStart: 2 },
});

/** Whether cells follow the platform by themselves. */
export function ModeSwitch() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const now = useMode();
  const name = useId();
  return (
    <fieldset className={styles.modes}>
      <legend className={shared.hidden}>Cell updates</legend>
      {MODES.map((mode) => (
        <div key={mode} className={styles.mode}>
          <input
            type="radio"
            id={`${name}-${mode}`}
            className={styles.radio}
            name={name}
            checked={mode === now}
            aria-describedby={`${name}-${mode}-words`}
            onChange={() => client.mode.set(mode)}
          />
          <label htmlFor={`${name}-${mode}`} className={shared.strong}>
            {MODE_NAMES[mode]}
          </label>
          <span
            id={`${name}-${mode}-words`}
            className={mergeClasses(styles.words, shared.small, shared.muted)}
          >
            {MODE_WORDS[mode]}
          </span>
        </div>
      ))}
    </fieldset>
  );
}
