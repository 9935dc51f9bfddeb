import { Button, makeStyles, mergeClasses, tokens, useId } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import type { Failure, Outcome } from '../../domain/failure';
import { useCopying } from '../app/copying';
import { EVENTS, useAnswer, usePane } from '../app/hooks';
import { Facts, type Fact } from '../ui/facts';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

type Answered<F extends 'webhook' | 'checkWebhook'> =
  Awaited<ReturnType<GatewayClient[F]>> extends Outcome<infer T> ? T : never;
type Webhook = Answered<'webhook'>;

/** How events reach this desk, and trying whether it understands them. */
export function WebhookPart() {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const { webhook, failure, again } = useWebhook();
  return (
    <section className={shared.section} aria-label="Events">
      <h3 className={shared.subtitle}>Events</h3>
      {failure && (
        <>
          <Note tone="bad">{failureInWords(failure)}</Note>
          <div>
            <Button size="small" onClick={again}>
              Ask again
            </Button>
          </div>
        </>
      )}
      {!webhook && !failure && <p className={shared.text}>Loading.</p>}
      {webhook && (
        <>
          <Facts facts={webhookFacts(webhook, formatters)} />
          {!webhook.isStated && (
            <p className={mergeClasses(shared.text, shared.small)}>
              The operator cannot reach this address: it works on this machine only. Set WEBHOOK_URL of the
              gateway to its public address; see docs/events.md.
            </p>
          )}
          <WebhookAddress address={webhook.address} />
        </>
      )}
      <ShapeCheck />
    </section>
  );
}

/** Asked anew whenever an event came, which is what makes it change; it costs no call. */
function useWebhook() {
  const { client } = usePane();
  const [told, setTold] = useState<Outcome<Webhook>>();
  const [turn, setTurn] = useState(0);
  const newest = useAnswer(client, EVENTS).value?.[0];
  useEffect(() => {
    let wanted = true;
    void client.webhook().then((outcome) => wanted && setTold(outcome));
    return () => void (wanted = false);
  }, [client, turn, newest?.sequence, newest?.times]);
  const failure: Failure | undefined = told?.ok === false ? told.failure : undefined;
  return {
    webhook: told?.ok ? told.value : undefined,
    failure,
    again: () => setTurn((last) => last + 1),
  };
}

const webhookFacts = (webhook: Webhook, formatters: Formatters): Fact[] => {
  const { lastAcceptedAt, lastRefusal } = webhook;
  return [
    ['Address', webhook.isStated ? 'public' : 'this machine only'],
    ['Signature', webhook.isSigned ? 'required' : 'not required'],
    [
      'Accepted',
      lastAcceptedAt === undefined
        ? 'none since the gateway started'
        : `${formatters.count(webhook.accepted)}, last ${formatters.second(lastAcceptedAt)}`,
    ],
    ['Refused', webhook.refused === 0 ? 'none since the gateway started' : formatters.count(webhook.refused)],
    ...(lastRefusal
      ? [
          [
            'Last refused',
            `${formatters.second(lastRefusal.at)}. ${failureInWords(lastRefusal.failure)}`,
          ] as const,
        ]
      : []),
  ];
};

const useStyles = makeStyles({
  address: {
    padding: '5px 8px',
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    userSelect: 'all',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
});

/** Not in sight until somebody wants it: on a screen that others see, it would be given away. */
function WebhookAddress({ address }: { address: string }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const [isWanted, setWanted] = useState(false);
  const { copy, byHand, forget } = useCopying();
  const isShown = isWanted || byHand !== undefined;
  const place = useId();
  const showOrHide = (): void => {
    setWanted(!isShown);
    forget();
  };
  return (
    <>
      <div className={shared.line}>
        <Button size="small" aria-expanded={isShown} aria-controls={place} onClick={showOrHide}>
          {isShown ? 'Hide address' : 'Show address'}
        </Button>
        <Button
          size="small"
          onClick={() =>
            void copy({
              name: 'The address',
              text: Promise.resolve(address),
              done: 'The address for events is copied. Give it to the platform’s operator only.',
            })
          }
        >
          Copy address
        </Button>
      </div>
      <div id={place}>
        {isWanted && <div className={mergeClasses(styles.address, shared.small)}>{address}</div>}
        {byHand}
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Keep this address secret: give it to the platform’s operator only. An event only makes the desk
        refresh; it never sends anything.
      </p>
    </>
  );
}

type Checked = Awaited<ReturnType<GatewayClient['checkWebhook']>>;
type Example = Extract<Checked, { ok: true }>['value'];

const useShapeCheckStyles = makeStyles({
  example: {
    margin: 0,
    padding: '5px 8px',
    maxHeight: '160px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
});

/** Whether the desk understands the service's own example of an event. */
function ShapeCheck() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [checked, setChecked] = useState<Checked>();
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    setChecked(undefined);
    setChecked(await client.checkWebhook());
    setBusy(false);
  };
  return (
    <>
      <div className={shared.line}>
        <Button size="small" disabledFocusable={isBusy} onClick={() => void check()}>
          {isBusy ? 'Checking…' : 'Test event format'}
        </Button>
        <span className={mergeClasses(shared.small, shared.muted)}>costs 1 call</span>
      </div>
      <div role="status">{checked?.ok && <Read example={checked.value} />}</div>
      <div role="alert">
        {checked?.ok === false && <Note tone="bad">{failureInWords(checked.failure)}</Note>}
      </div>
    </>
  );
}

function Read({ example: { event, example } }: { example: Example }) {
  const shared = useSharedStyles();
  const styles = useShapeCheckStyles();
  return (
    <div className={shared.section}>
      <Note tone="good">
        The desk can read the platform’s example event. It is listed in Events as a test.
      </Note>
      <Facts facts={readFacts(event)} />
      <pre
        className={mergeClasses(styles.example, shared.small)}
        tabIndex={0}
        aria-label="Example of an event"
      >
        {example}
      </pre>
    </div>
  );
}

const readFacts = (event: Example['event']): Fact[] => {
  const ids: readonly (readonly [string, string | undefined])[] = [
    ['Type', event.type],
    ['Request', event.requestId],
    ['Trade', event.tradeId],
    ['Quote', event.quoteId],
    ['Proposal', event.proposalId],
    ['Counteroffer', event.counterofferId],
  ];
  return ids.flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]));
};
