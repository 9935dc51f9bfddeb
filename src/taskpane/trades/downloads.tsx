import { present } from '../../domain/present';
import type {
  TradeDownload,
  DownloadSelection,
  SetAside,
  TradeDownloadEstimate,
} from '../../domain/trade-download';
import { changedInWords } from '../../domain/changed-trades';
import { NOT_KNOWN } from '../../domain/person';
import { sentence, type Outcome } from '../../domain/failure';
import { counted } from '../ui/text/cell-text';
import type { Formatters } from '../ui/formatters';
import { periodText } from '../../domain/delivery/product';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useAnswer, usePane } from '../app/hooks';
import { dayIn } from '../app/today';

const DOWNLOADS = { kind: 'captures' } as const;
export const useDownloads = () => useAnswer(usePane().client, DOWNLOADS);

/** Half typed days are not asked about. */
const TYPING_MS = 300;
/** An estimate that got no answer is asked for again. */
const AGAIN_MS = 5_000;

/** Cost of a trade download; `undefined` until it is known. `moment` changes whenever what is kept may have changed. */
export function useEstimate(
  wanted: DownloadSelection | undefined,
  moment: string,
  anew: boolean,
): Outcome<TradeDownloadEstimate> | undefined {
  const { client } = usePane();
  const key = wanted && JSON.stringify([wanted, anew]);
  const [known, setKnown] = useState<{ key: string; outcome: Outcome<TradeDownloadEstimate> }>();
  useEffect(() => {
    if (!wanted || key === undefined) return undefined;
    let gone = false;
    const ask = async (): Promise<void> => {
      const outcome = await client.captures.estimate(wanted, { anew });
      if (gone) return;
      setKnown({ key, outcome });
      // What did not answer may answer by now: nobody else would ask.
      if (!outcome.ok && outcome.failure.kind === 'unavailable')
        cancel = client.clock.after(AGAIN_MS, () => void ask());
    };
    let cancel = client.clock.after(TYPING_MS, () => void ask());
    return () => {
      gone = true;
      cancel();
    };
    // `key` stands for what is wanted: the object is another one at every look.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, key, moment]);
  return known?.key === key ? known?.outcome : undefined;
}

/** Names that were seen in lists, each once and in order. */
export const namesSeen = (...lists: readonly (readonly (string | undefined)[] | undefined)[]): string[] =>
  [...new Set(lists.flatMap((list) => list ?? []).filter((name) => name !== undefined && name !== ''))]
    .flatMap((name) => name ?? [])
    .sort();

/** "1 Nov 2026 – 20 Nov 2026 · tender · power, gas" */
export function wantedInWords({ from, to, venues, commodities }: DownloadSelection): string {
  const parts = [periodText(from, to), venues?.join(', '), commodities?.join(', ')];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** "Ada Lindqvist in the pane, 27 Nov 2026, 09:14:03 CET": who started it, by what, and when. */
export function startedInWords(
  { by, isProgram = false, createdAt }: TradeDownload,
  formatters: Formatters,
): string {
  const where = isProgram ? 'by a command on the gateway’s machine' : 'in the pane';
  return `${by?.name ?? NOT_KNOWN} ${where}, ${formatters.second(createdAt)}`;
}

/** Nothing came of it, and it was given up: no card is kept of that. */
export const isRemoved = (capture: TradeDownload): boolean =>
  capture.state === 'cancelled' && haveOf(capture) === 0;

/** What keeps a download from being complete by what it knows itself; that its last day was not over is nothing wrong. */
export interface Unproven {
  readonly says: string;
  readonly isWrong: boolean;
}

/** `zone`: the service's. */
export function unprovenInWords(
  { state, createdAt, endedAt, wanted, setAsideCount, counts }: TradeDownload,
  zone: string,
  formatters: Formatters,
): Unproven | undefined {
  if (state !== 'done') return undefined;
  const isEarly = endedAt !== undefined && dayIn(zone, endedAt) <= wanted.to;
  const isShort = setAsideCount > 0 || counts.missing > 0;
  if (!isEarly && !isShort) return undefined;
  // What was traded before it began was on the list.
  const until = `Complete up to ${formatters.moment(createdAt)}: the last day was not over.`;
  if (!isShort) return { says: until, isWrong: false };
  const why = ['trades are missing', ...(isEarly ? ['and the last day was not over'] : [])];
  return { says: `Not proven complete when it ended: ${why.join(', ')}.`, isWrong: true };
}

/** State of a trade download, and what goes on without anybody. */
export function downloadInWords(capture: TradeDownload, formatters: Formatters): string {
  const { counts, until } = capture;
  const why = capture.failure ? ` ${sentence(capture.failure)}` : '';
  const got = `${formatters.count(haveOf(capture))} of ${counted(counts.trades, 'trade', formatters)}`;
  switch (capture.state) {
    case 'queued':
      return 'Waits for the download before it.';
    case 'listing':
      return `Reads the list: ${counted(counts.trades, 'trade', formatters)} so far.`;
    case 'fetching':
      return `Fetches details: ${got}.`;
    case 'paused':
      return `Paused at ${got}. Press Resume to continue.`;
    case 'waiting':
      return `Waits${until === undefined ? '' : ` until ${formatters.moment(until)}`}, then continues.${why}`;
    case 'done':
      return `Done${endedInWords(capture, formatters)}: ${counted(haveOf(capture), 'trade', formatters)} of the list read then.${changedTrades(capture)}${provisionalInWords(capture, formatters)}${unlistedInWords(capture, formatters)}`;
    case 'failed':
      return counts.trades === 0 ? `Nothing was downloaded.${why}` : `Stopped at ${got}.${why}`;
    case 'cancelled':
      return `Cancelled at ${got}. Downloaded trades are kept.`;
  }
}

function changedTrades(capture: TradeDownload): string {
  const { anew = false, changed = [] } = capture;
  if (!anew) return '';
  return changed.length > 0
    ? ` ${changedInWords(capture)}`
    : ' All fetched again: none differs from what was kept.';
}

/** Its counts are those of that moment: a later download may have brought more. */
const endedInWords = ({ endedAt }: TradeDownload, formatters: Formatters): string =>
  endedAt === undefined ? '' : ` ${formatters.second(endedAt)}`;

/** Trades whose details are kept. */
export const haveOf = ({ counts }: Pick<TradeDownload, 'counts'>): number =>
  Math.max(0, counts.trades - counts.missing);

function provisionalInWords({ counts }: TradeDownload, formatters: Formatters): string {
  if (counts.provisional === 0) return '';
  return ` Of these ${formatters.count(counts.provisional)} without all prices yet; a later download fetches them again.`;
}

function unlistedInWords({ counts: { unlisted = 0 } }: TradeDownload, formatters: Formatters): string {
  if (unlisted === 0) return '';
  const which = unlisted === 1 ? '1 more that was' : `${formatters.count(unlisted)} more that were`;
  return ` ${which} downloaded before ${unlisted === 1 ? 'is' : 'are'} not on the platform’s list any more: kept, and marked as not-listed. Ask the operator about ${unlisted === 1 ? 'it' : 'them'}.`;
}

/** Of 1; nothing while nobody knows how many there will be. */
export function shareOf(capture: TradeDownload): number | undefined {
  if (!capture.isListed) return undefined;
  return capture.counts.trades === 0 ? 1 : haveOf(capture) / capture.counts.trades;
}

export const setAsideInWords = ({ what, tradeId, failure }: SetAside): string =>
  `${tradeId ?? what}: ${sentence(failure)}`;

const useBarStyles = makeStyles({
  bar: { width: '100%', height: '6px', accentColor: tokens.colorBrandBackground },
});

/** How far something is, of 1; without a share it only says that it goes on. */
export function Progress({ label, share }: { label: string; share: number | undefined }) {
  const styles = useBarStyles();
  return <progress className={styles.bar} aria-label={label} {...present({ value: share })} />;
}
