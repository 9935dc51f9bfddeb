import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';

const useStyles = makeStyles({
  group: {
    display: 'flex',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    overflow: 'hidden',
  },
  option: {
    flexGrow: 1,
    padding: '4px 8px',
    border: 'none',
    ':not(:first-child)': { borderLeft: `1px solid ${tokens.colorNeutralStroke1}` },
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  pressed: {
    color: tokens.colorBrandForeground2,
    backgroundColor: tokens.colorBrandBackground2,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
});

/**
 * Buttons side by side of which one is in force. Only what sends is filled. The Tab key reaches the one in force, else the first; the
 * arrow keys lead on from there, and choose nothing.
 */
export function ToggleGroup<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  /** Absent while none has been chosen yet. */
  value: T | undefined;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
}) {
  const styles = useStyles();
  const [reached, setReached] = useState<T>();
  const stop = [reached, value].find((one) => options.some((option) => option.value === one));
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) setReached(undefined);
  };
  return (
    <div className={styles.group} role="group" aria-label={label} onKeyDown={walk} onBlur={leave}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          tabIndex={option.value === (stop ?? options[0]?.value) ? 0 : -1}
          onFocus={() => setReached(option.value)}
          className={mergeClasses(styles.option, option.value === value && styles.pressed)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** To the button that an arrow key, Home or End leads to. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === event.target);
  const to: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const button = buttons[to[event.key] ?? -1];
  if (!button) return;
  event.preventDefault();
  button.focus();
}
