import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  fold: {
    alignSelf: 'start',
    minHeight: '24px',
    padding: '0 4px 0 0',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  /** One width for both, so that the words stay in place. */
  mark: { display: 'inline-block', width: '12px' },
});

/** The words for what is folded, with a mark that says whether it is open. */
export function Fold({
  isOpen,
  onTurn,
  children,
}: {
  isOpen: boolean;
  onTurn: () => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onTurn}>
      <span className={styles.mark} aria-hidden="true">
        {isOpen ? '▾' : '▸'}
      </span>
      {children}
    </button>
  );
}
