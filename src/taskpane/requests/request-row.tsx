import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded } from '../../domain/request';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';
import { outcomeInWords } from '../words/outcome-words';
import { leftInWords, ROLE_WORDS } from '../words/request-words';
import type { Row } from './blotter';

const useStyles = makeStyles({
  item: { contentVisibility: 'auto', containIntrinsicSize: 'auto 52px' },
  row: {
    display: 'block',
    width: '100%',
    padding: '6px 12px',
    textAlign: 'left',
    fontFamily: 'inherit',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  head: { display: 'flex', alignItems: 'baseline', gap: '8px' },
  tag: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
  mine: {
    color: tokens.colorBrandForeground2,
    border: `1px solid ${tokens.colorBrandStroke2}`,
    backgroundColor: tokens.colorBrandBackground2,
  },
  rest: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  outcome: { display: 'block', fontVariantNumeric: 'tabular-nums' },
  left: { color: tokens.colorNeutralForeground1, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  deal: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
});

/** One request in the list: who it waits for, what it is, and how old it is or how it ended. */
export function RequestRow({
  row,
  current,
  focused,
  onOpen,
  onKey,
}: {
  row: Row;
  /** The one row that the Tab key reaches. */
  current: boolean;
  /** Takes the focus when it appears. */
  focused: boolean;
  onOpen: (id: RequestId) => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  const { request, role, words } = row;
  const { figures } = useDesk();
  const left = leftInWords(request, figures);
  const look = useLook();
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <li className={styles.item}>
      <button
        ref={button}
        type="button"
        data-request={request.id}
        className={styles.row}
        tabIndex={current ? 0 : -1}
        onClick={() => onOpen(request.id)}
        onKeyDown={onKey}
      >
        <span className={styles.head}>
          <span className={mergeClasses(look.strong, look.small, look.figure)}>{request.id}</span>
          <span className={mergeClasses(styles.tag, role === 'initiator' && styles.mine)}>
            {ROLE_WORDS[role]}
          </span>
          <span className={mergeClasses(styles.rest, look.small, look.muted)}>{request.commodity}</span>
          {!isConcluded(request) && <Age at={request.createdAt} />}
        </span>
        <span className={mergeClasses(look.spread, styles.deal)}>{words.deal}</span>
        <span className={mergeClasses(look.small, look.muted)}>
          {[...words.facts, request.allOrNone && 'all or none'].filter(Boolean).join(' · ')}
          {left !== undefined && !isConcluded(request) && (
            <>
              {' · '}
              <strong className={styles.left}>{left}</strong>
            </>
          )}
        </span>
        {isConcluded(request) && (
          <span className={mergeClasses(styles.outcome, look.small)}>{outcomeInWords(request, figures)}</span>
        )}
      </button>
    </li>
  );
}
