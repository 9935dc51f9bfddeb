import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { DeskClient } from '../../client/client';
import type { Failure, Outcome } from '../../domain/failure';
import { Facts, type Fact } from '../look/facts';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { EVENTS, useAnswer, useDesk } from '../use-desk';
import { failureInWords } from '../words/failure-words';
import type { Figures } from '../words/figures';
import { ShapeCheck } from './shape-check';
import { WebhookAddress } from './webhook-address';

type Answered<F extends 'webhook' | 'checkWebhook'> =
  Awaited<ReturnType<DeskClient[F]>> extends Outcome<infer T> ? T : never;
export type Webhook = Answered<'webhook'>;

/** How events reach this desk, and trying whether it understands them. */
export function WebhookPart() {
  const { figures } = useDesk();
  const look = useLook();
  const { webhook, failure, again } = useWebhook();
  return (
    <section className={look.section} aria-label="Events">
      <h3 className={look.subtitle}>Events</h3>
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
      {!webhook && !failure && <p className={look.text}>Waiting for how events get here.</p>}
      {webhook && (
        <>
          <Facts facts={webhookFacts(webhook, figures)} />
          {!webhook.isStated && (
            <p className={mergeClasses(look.text, look.small)}>
              The operator cannot reach this address: it is good on this machine only. Set WEBHOOK_URL of the
              gateway to where the outside world reaches it; docs/events.md says how.
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
  const { client } = useDesk();
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

const webhookFacts = (webhook: Webhook, figures: Figures): Fact[] => {
  const { lastAcceptedAt, lastRefusal } = webhook;
  return [
    ['Address', webhook.isStated ? 'stated: the outside world reaches it' : 'of this machine only'],
    ['Signature', webhook.isSigned ? 'deliveries have to be signed' : 'none is asked for'],
    [
      'Accepted',
      lastAcceptedAt === undefined
        ? 'none since the gateway started'
        : `${figures.count(webhook.accepted)}, last ${figures.second(lastAcceptedAt)}`,
    ],
    ['Refused', webhook.refused === 0 ? 'none since the gateway started' : figures.count(webhook.refused)],
    ...(lastRefusal
      ? [
          [
            'Refused last',
            `${figures.second(lastRefusal.at)}. ${failureInWords(lastRefusal.failure)}`,
          ] as const,
        ]
      : []),
  ];
};
