import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type FocusEvent } from 'react';
import { walkButtons } from './arrow-keys';

/** The look of a few side by side of which one is in force. */
export const useSegmentStyles = makeStyles({
  group: {
    display: 'flex',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    overflow: 'hidden',
  },
  option: {
    flexGrow: 1,
    minHeight: '24px',
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
  const styles = useSegmentStyles();
  const [reached, setReached] = useState<T>();
  const stop = [reached, value].find((one) => options.some((option) => option.value === one));
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) setReached(undefined);
  };
  return (
    <div className={styles.group} role="group" aria-label={label} onKeyDown={walkButtons} onBlur={leave}>
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
