import type { Action } from '../../domain/action';
import type { DeskStatus, Quota } from '../../domain/desk-status';
import type { DeskLimits } from '../../domain/limits/limits';
import type { Head } from '../journal/chain';
import type { LogLine } from './log-ring';
import { shareable } from './redaction';
import { originOf } from './shown-settings';

/** What a process knows of itself that its desks do not. */
export interface SupportParts {
  readonly settings: unknown;
  readonly log: () => readonly LogLine[];
  /** Everything that must not be in a bundle, in whatever form. */
  readonly secrets: () => readonly string[];
}

export interface BundleParts extends SupportParts {
  readonly now: number;
  readonly status: DeskStatus;
  readonly quota: Quota;
  /** By how much wished intervals are stretched, and how many resources of each kind are watched. */
  readonly plan: { readonly stretch: number; readonly watched: Readonly<Record<string, number>> };
  readonly limits: DeskLimits;
  readonly journal: { readonly isWhole: boolean; readonly head: Head; readonly actions: readonly Action[] };
}

const HEADS_MAX = 200;

/**
 * What whoever helps needs to see, and no more. Of actions it has their numbers, states and times, so that they can be
 * found with the operator, but no price, no quantity and no text: what a desk trades at is its own business.
 */
export function supportBundle(parts: BundleParts): unknown {
  const { now, status, quota, plan, limits, journal } = parts;
  const { service, environments, ...signedIn } = status;
  const places = environments.map((place) => ({ ...place, service: originOf(place.service) }));
  const bundle = {
    madeAt: new Date(now).toISOString(),
    versions: {
      spreaddesk: status.version,
      node: process.version,
      system: `${process.platform} ${process.arch}`,
      ...versionsOf(process.versions),
    },
    settings: parts.settings,
    status: { ...signedIn, service: originOf(service), environments: places },
    quota,
    plan,
    limits: { source: limits.source, locked: limits.locked },
    journal: {
      isWhole: journal.isWhole,
      head: journal.head,
      actions: journal.actions.slice(0, HEADS_MAX).map(headOf),
    },
    log: parts.log(),
  };
  return shareable(bundle, parts.secrets());
}

const versionsOf = ({ v8, uv, openssl }: NodeJS.ProcessVersions) => ({ v8, uv, openssl });

function headOf({ id, body, state, createdAt, sentAt, endedAt, tradeId, quoteId, failure }: Action): unknown {
  return {
    id,
    kind: body.kind,
    ...('requestId' in body && { requestId: body.requestId }),
    quoteId: 'quoteId' in body ? body.quoteId : quoteId,
    tradeId,
    state,
    createdAt,
    sentAt,
    endedAt,
    failure: failure?.kind,
  };
}
