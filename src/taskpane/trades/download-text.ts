import type { TradeDownload, DownloadSelection, SetAside } from '../../domain/trade-download';
import { sentence } from '../../domain/failure';
import { counted } from '../ui/text/cell-text';
import type { Formatters } from '../ui/formatters';
import { periodInWords } from '../ui/text/period-text';

/** "1 Nov 2026 – 20 Nov 2026 · tender · power, gas" */
export function wantedInWords({ from, to, venues, commodities }: DownloadSelection): string {
  const parts = [periodInWords(from, to), venues?.join(', '), commodities?.join(', ')];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Where a capture stands, and what goes on without anybody. */
export function downloadInWords(capture: TradeDownload, formatters: Formatters): string {
  const { counts, until } = capture;
  const why = capture.failure ? ` ${sentence(capture.failure)}` : '';
  const got = `${formatters.count(haveOf(capture))} of ${counted(counts.trades, 'trade', formatters)}`;
  switch (capture.state) {
    case 'queued':
      return 'Waits for the capture before it.';
    case 'listing':
      return `Reads the list: ${counted(counts.trades, 'trade', formatters)} so far.`;
    case 'fetching':
      return `Fetches details: ${got}.`;
    case 'paused':
      return `Paused at ${got}. Press Resume to continue.`;
    case 'waiting':
      return `Waits${until === undefined ? '' : ` until ${formatters.moment(until)}`}, then continues.${why}`;
    case 'done':
      return `Done: ${counted(haveOf(capture), 'trade', formatters)}.${provisionalInWords(capture, formatters)}${unlistedInWords(capture, formatters)}`;
    case 'failed':
      return `Stopped at ${got}.${why}`;
    case 'cancelled':
      return `Cancelled at ${got}. Captured trades are kept.`;
  }
}

/** Trades whose details are kept. */
export const haveOf = ({ counts }: Pick<TradeDownload, 'counts'>): number =>
  Math.max(0, counts.trades - counts.missing);

function provisionalInWords({ counts }: TradeDownload, formatters: Formatters): string {
  if (counts.provisional === 0) return '';
  return ` Of these ${formatters.count(counts.provisional)} without all prices yet; a later capture fetches them again.`;
}

function unlistedInWords({ counts: { unlisted = 0 } }: TradeDownload, formatters: Formatters): string {
  if (unlisted === 0) return '';
  const which = unlisted === 1 ? '1 more that was' : `${formatters.count(unlisted)} more that were`;
  return ` ${which} captured before ${unlisted === 1 ? 'is' : 'are'} not on the platform’s list any more: kept, and marked as not-listed. Ask the operator about ${unlisted === 1 ? 'it' : 'them'}.`;
}

/** Of 1; nothing while nobody knows how many there will be. */
export function shareOf(capture: TradeDownload): number | undefined {
  if (!capture.isListed) return undefined;
  return capture.counts.trades === 0 ? 1 : haveOf(capture) / capture.counts.trades;
}

export const setAsideInWords = ({ what, tradeId, failure }: SetAside): string =>
  `${tradeId ?? what}: ${sentence(failure)}`;
