import type { PlatformEvent } from '../../domain/event';
import type { RequestId } from '../../domain/identifiers';
import type { NewsKind } from './news-kinds';

/** One thing that a person is told: all that came of one kind on one request until it was shown. */
export interface Notice {
  readonly kind: NewsKind;
  readonly requestId: RequestId;
  readonly count: number;
  /** Of the newest one. Epoch ms. */
  readonly heardAt: number;
  readonly tradeId: string | undefined;
}

export interface News {
  readonly kind: NewsKind;
  readonly requestId: RequestId;
  readonly event: PlatformEvent;
}

/** So many wait to be told at most: more than that nobody reads, and the room has them all. */
export const NOTICES_MAX = 20;

/** The notices with one more event: merged with what waits of the same kind on the same request, and trades before everything else. */
export function withNews(notices: readonly Notice[], { kind, requestId, event }: News): Notice[] {
  const isSame = (notice: Notice): boolean => notice.kind === kind && notice.requestId === requestId;
  const had = notices.find(isSame);
  const next: Notice = {
    kind,
    requestId,
    count: (had?.count ?? 0) + 1,
    heardAt: event.heardAt,
    tradeId: event.tradeId,
  };
  const all = had ? notices.map((notice) => (isSame(notice) ? next : notice)) : [...notices, next];
  return [...all.filter(isTrade), ...all.filter((notice) => !isTrade(notice))].slice(0, NOTICES_MAX);
}

export const isTrade = ({ kind }: Pick<Notice, 'kind'>): boolean => kind === 'traded';
