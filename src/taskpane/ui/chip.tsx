import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

type ChipTone = 'plain' | 'good' | 'warning' | 'bad';

const useStyles = makeStyles({
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '5px',
    boxSizing: 'border-box',
    height: '20px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
  good: {
    border: `1px solid ${tokens.colorStatusSuccessBorder1}`,
    backgroundColor: tokens.colorStatusSuccessBackground1,
    color: tokens.colorStatusSuccessForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  warning: {
    border: `1px solid ${tokens.colorStatusWarningBorder1}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorStatusWarningForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  bad: {
    border: `1px solid ${tokens.colorStatusDangerBorder1}`,
    backgroundColor: tokens.colorStatusDangerBackground1,
    color: tokens.colorStatusDangerForeground3,
    fontWeight: tokens.fontWeightSemibold,
  },
  pressable: {
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
});

interface ChipProps {
  readonly tone?: ChipTone;
  readonly children: ReactNode;
  /** It folds something: whether that is open, and what a press does. */
  readonly open?: boolean;
  readonly onPress?: () => void;
}

/** A few words in a frame; with `onPress` the handle of what they count. */
export function Chip({ tone = 'plain', children, open, onPress }: ChipProps) {
  const styles = useStyles();
  const look = mergeClasses(styles.chip, tone !== 'plain' && styles[tone], onPress && styles.pressable);
  if (!onPress) return <span className={look}>{children}</span>;
  return (
    <button type="button" className={look} aria-expanded={open} onClick={onPress}>
      {children}
      <span aria-hidden="true">{open ? '▴' : '▾'}</span>
    </button>
  );
}
