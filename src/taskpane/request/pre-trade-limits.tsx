import { mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import type { GatewayClient } from '../../client/client';
import type { AcceptedWarning, ActionBody } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import {
  marketReferences,
  offeredOn,
  type KnownPrices,
  type Reference,
} from '../../domain/limits/references';
import { isPricedAsSwap } from '../../domain/offer-price';
import { compared } from '../../domain/price';
import { sideOf } from '../../domain/role';
import { SLIPS_ALONE } from '../../domain/limits/slips';
import type { Request } from '../../domain/request';
import { Age } from '../app/age';
import { useSeen } from '../app/around-request';
import { LIMITS, useAnswer, usePane } from '../app/hooks';
import { approvalAhead } from '../quoting/approval-ahead';
import { limitFindings, type Finding, type LimitsOf } from '../quoting/pre-trade-check';
import { ticksOf, toggled, untickedInWords, type Ticked, type Ticks } from '../quoting/ticks';
import { useSharedStyles } from '../ui/styles';
import { inAnalytics } from '../ui/text/sent-text';
import type { OnTick } from './send-bar';

/** What the desk's limits say to an action on this request. Until the levels are known it is slips of the keys alone; the gateway checks once more in any case. */
export function useLimits(request: Request): LimitsOf {
  const { client } = usePane();
  const desk = useAnswer(client, LIMITS).value;
  const seen = useSeen(request);
  return (body) => limitFindings(body, seen(body.kind), desk ?? { limits: SLIPS_ALONE });
}

/** So many requests have their last analytics remembered, the newest seen ones. */
const ANALYSED_MAX = 200;

const analysedOn = new WeakMap<GatewayClient, Map<string, Reference>>();

/**
 * The last reference from analytics that were read before this desk offered, and the noun of that offer: later ones count its own price and say
 * nothing of the market. It is shown alone; no price is checked against it. `known`: the reference that there is now.
 */
function beforeOwnOffer(
  client: GatewayClient,
  known: Reference | undefined,
  seen: Pick<KnownPrices, 'request' | 'recent' | 'analytics'>,
): { readonly last: Reference; readonly readAt: number; readonly noun: string } | undefined {
  const { id } = seen.request;
  const analysed = analysedOn.get(client) ?? new Map<string, Reference>();
  analysedOn.set(client, analysed);
  // Any other reference takes its place: what was known of the market changed after it.
  if (known) analysed.delete(id);
  if (known?.readAt !== undefined) analysed.set(id, known);
  const [oldest] = analysed.keys();
  if (oldest !== undefined && analysed.size > ANALYSED_MAX) analysed.delete(oldest);
  const last = analysed.get(id);
  const { readAt } = last ?? {};
  if (known || !last || readAt === undefined) return undefined;
  const { readAt: newest = readAt } = seen.analytics ?? {};
  // Newer ones that count no offer of this desk say that there is none.
  if (newest > readAt && offeredOn(seen).every(({ createdAt }) => createdAt > newest)) {
    analysed.delete(id);
    return undefined;
  }
  const [own] = offeredOn(seen).filter(({ createdAt }) => createdAt >= readAt);
  return own && { last, readAt, noun: factsOf(own.body).noun };
}

type OfferAction = 'send-quote' | 'send-proposal' | 'send-counteroffer';

/** What the check holds the price of an offer against, and what else is known of the market. */
export function useReferences(request: Request, kind: OfferAction): readonly Reference[] {
  return marketReferences(kind, sideOf(request), useSeen(request)(kind));
}

/**
 * "Reference: 31.42, best ask by the platform’s analytics, read 12 s ago: not executable": what the check holds the price of an
 * offer against, or that there is nothing yet; of a last trade that it is no market; and which other prices it goes before, by which rule. "No reference now. Before your
 * quote: 31.42, …": with what there was.
 */
export function ReferenceLine({
  request,
  kind,
  isComing,
}: {
  request: Request;
  kind: OfferAction;
  /** It is still on its way. */
  isComing: boolean;
}) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const seen = useSeen(request)(kind);
  const [known, ...others] = useReferences(request, kind);
  const line = mergeClasses(shared.text, shared.small, shared.muted, shared.digits);
  const before = beforeOwnOffer(client, known, seen);
  if (before && !isComing) {
    const { last, readAt, noun } = before;
    return (
      <p className={line}>
        No reference now. Before your {noun}: {formatters.price(last.price)},{' '}
        {inAnalytics(last.name) ?? last.name}, read <Age at={readAt} /> ago
      </p>
    );
  }
  if (known?.price === undefined) return <p className={line}>{isComing ? FETCHING : NO_REFERENCE}</p>;
  const price = formatters.price(known.price);
  const who = known.counterparty === undefined ? '' : ` (${known.counterparty})`;
  const analysed = inAnalytics(known.name);
  // What a spread is typed by is a price for each leg.
  const legPrices = request.legs.length > 1 ? (known.legPrices ?? []) : [];
  const legs =
    legPrices.length > 0 ? ` (legs ${legPrices.map((leg) => formatters.price(leg)).join(', ')})` : '';
  const unused = others.filter((other) => compared(other.price, known.price) !== 0);
  return (
    <p className={line} {...(unused.length > 0 && { title: IN_ORDER })}>
      {known.tradedAt === undefined ? (
        <>
          Reference: {price}
          {legs}, {analysed ?? known.name.replace(/^the /, '')}
          {who}
        </>
      ) : (
        <>
          <strong>No market price known.</strong> Last trade of{' '}
          {isPricedAsSwap(request) ? 'the certificate' : 'this product'}: {price}, <Age at={known.tradedAt} />{' '}
          ago
        </>
      )}
      {known.readAt !== undefined && (
        <>
          , read <Age at={known.readAt} /> ago
        </>
      )}
      {analysed !== undefined && ': not executable'}
      {unused.length > 0 &&
        `. Not used: ${unused.map((one) => `${shortName(one)} ${formatters.price(one.price)}`).join(', ')}`}
    </p>
  );
}

const IN_ORDER = 'The first known counts: quote, firm proposal, analytics, last trade, indicative proposal.';

/** "best indicative proposal", "last trade" */
const shortName = ({ name }: Reference): string =>
  inAnalytics(name) ?? name.replace(/^the /, '').replace(/ of the same product.*$/, '');

/** What a price waits for before it can be ticked as one without a reference. */
export const FETCHING = 'Fetching the reference price…';
const NO_REFERENCE = 'No reference price is known.';

/** Before the press: that another person has to approve it, and why. `undefined` where nobody has to, or nothing can be sent yet. */
export function useApprovalAhead(request: Request, body: ActionBody | undefined): string | undefined {
  const levels = useAnswer(usePane().client, LIMITS).value?.fourEyes;
  const seen = useSeen(request);
  return body && approvalAhead(body, seen(body.kind), levels);
}

/** The ticks that the warnings of an action want. */
interface LimitTicks {
  /** Absent while something blocks: a tick would unlock nothing. */
  readonly ticks: Ticks | undefined;
  readonly onTick: OnTick;
  /** The warnings that are ticked, each as large as it was then; all of them once there is no `why`. */
  readonly accepted: readonly AcceptedWarning[];
  /** Why it may not be pressed yet. */
  readonly why: string | undefined;
}

/** `about` names what is to be sent: a tick holds for that alone, and for the same warnings while they do not grow. */
export function useLimitTicks(findings: readonly Finding[], about: string): LimitTicks {
  const [ticked, setTicked] = useState<Ticked>();
  const ticks = ticksOf(findings, about, ticked);
  const isBlocked = findings.some(({ level }) => level === 'block');
  return {
    ticks: isBlocked ? undefined : ticks,
    onTick: (which, on) => setTicked(toggled(ticks, which, on)),
    accepted: ticks.now.warnings,
    why: isBlocked ? BLOCKED : ticks.all ? undefined : untickedInWords(ticks.own.length + ticks.rest.length),
  };
}

const BLOCKED = 'The limits of this desk block it.';
