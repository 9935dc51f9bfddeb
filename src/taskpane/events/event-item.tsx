import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { RequestId } from '../../domain/identifiers';
import { Age } from '../look/age';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';
import { eventInWords, ORIGIN_WORDS, standingInWords } from '../words/event-words';
import { requestInWords, requestLine } from '../words/request-words';
import type { EventRow } from './event-rows';

const useStyles = makeStyles({
  item: {
    padding: '6px 12px 7px 9px',
    borderLeft: '3px solid transparent',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 60px',
  },
  mine: { borderLeftColor: tokens.colorBrandStroke1 },
  found: { backgroundColor: tokens.colorNeutralBackground2 },
  test: { backgroundColor: tokens.colorNeutralBackground3 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 8px' },
  what: { overflowWrap: 'anywhere' },
  time: { marginLeft: 'auto' },
  tag: {
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
  testTag: {
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    border: `1px solid ${tokens.colorNeutralBackgroundInverted}`,
  },
  ids: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 8px', overflowWrap: 'anywhere' },
  request: {
    padding: '2px 0',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForegroundLink,
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    textAlign: 'left',
    overflowWrap: 'anywhere',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** One event: what happened and when, how the desk knows of it, and the request that it is about. */
export function EventItem({
  row: { event, standing, isMine },
  current,
  onOpen,
}: {
  row: EventRow;
  /** The one row that the Tab key reaches. */
  current: boolean;
  onOpen: (id: RequestId) => void;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const { origin, times } = event;
  return (
    <li
      className={mergeClasses(
        styles.item,
        isMine && styles.mine,
        origin === 'found' && styles.found,
        origin === 'test' && styles.test,
      )}
    >
      <div className={mergeClasses(styles.head, look.small)}>
        <strong className={styles.what}>{eventInWords(event)}</strong>
        {times > 1 && (
          <span className={look.figure}>
            <span aria-hidden="true">×{figures.count(times)}</span>
            <span className={look.hidden}>, heard {figures.count(times)} times</span>
          </span>
        )}
        {origin !== 'pushed' && (
          <span className={mergeClasses(styles.tag, origin === 'test' && styles.testTag)}>
            {ORIGIN_WORDS[origin]}
          </span>
        )}
        <span
          className={mergeClasses(styles.time, look.muted, look.figure)}
          title={figures.second(event.heardAt)}
        >
          {figures.time(event.heardAt)} · <Age at={event.heardAt} />
        </span>
      </div>
      <Subject row={{ event, standing, isMine }} current={current} onOpen={onOpen} />
    </li>
  );
}

/** Which request and which trade it is about, the request in a trader's words where the desk knows it. */
function Subject({
  row: { event, standing },
  current,
  onOpen,
}: {
  row: EventRow;
  current: boolean;
  onOpen: (id: RequestId) => void;
}) {
  const { events, figures } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const id = RequestId.safeParse(event.requestId);
  const request = event.requestId === undefined ? undefined : events.request(event.requestId);
  const whose = standingInWords(standing);
  const made = event.tradeId ?? event.quoteId ?? event.proposalId ?? event.counterofferId;
  return (
    <div className={mergeClasses(styles.ids, look.small)}>
      {id.success ? (
        <button
          type="button"
          data-event={event.sequence}
          className={styles.request}
          aria-label={`Open ${id.data}, ${eventInWords(event)}`}
          tabIndex={current ? 0 : -1}
          onClick={() => onOpen(id.data)}
        >
          {id.data}
        </button>
      ) : (
        <span className={look.muted}>no request named</span>
      )}
      {made !== undefined && <span className={look.digits}>{made}</span>}
      {request && <span className={look.muted}>{requestLine(requestInWords(request, figures))}</span>}
      {whose && <em className={look.muted}>{whose}</em>}
    </div>
  );
}
