import { Temporal } from 'temporal-polyfill';
import type { DownloadSelection, TradeDownloadEstimate } from '../../domain/trade-download';
import { dayOf } from '../platform/zone-time';
import type { TradeStore, TradeWords } from '../storage/trade-store';
import { coveredDays } from './covered-days';

interface NotesOptions {
  readonly trades: Pick<TradeStore, 'words' | 'readings'>;
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  /** Stored trades of the selection. */
  readonly kept: number;
  /** What trades of its days have. */
  readonly here: TradeWords;
}

/** The venues of the interface, section 1. */
const VENUES = ['tender', 'market', 'green'];
const EVER = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** What a person needs to know of days that are not over, and of filters that leave nothing. From what is stored. */
export async function selectionNotes(
  wanted: DownloadSelection,
  { trades, zone, now, kept, here }: NotesOptions,
): Promise<Pick<TradeDownloadEstimate, 'notes' | 'unheard'>> {
  const early = notOver(wanted, dayOf(now, zone));
  if (!wanted.venues && !wanted.commodities) return early.length > 0 ? { notes: early } : {};
  const isThere = ({ venues = [], commodities = [] }: DownloadSelection): boolean =>
    venues.every((word) => here.venues.includes(word)) &&
    commodities.every((word) => here.commodities.includes(word));
  // All that is stored is looked through for a word that is not here alone.
  if (isThere(wanted)) return early.length > 0 ? { notes: early } : {};
  const ever = await trades.words(EVER);
  const days = await coveredDays(trades, wanted, zone);
  const isListed = days.every(({ from, listedAt }) => from > now || listedAt !== undefined);
  const absent = [
    ...absentIn('venue', wanted.venues, { here: here.venues, ever: [...VENUES, ...ever.venues] }),
    ...absentIn('commodity', wanted.commodities, { here: here.commodities, ever: ever.commodities }),
  ].filter(({ here: words }) => isListed || words.length > 0);
  const notes = [...early, ...absent.map((one) => absence(one, isListed))];
  const unheard = kept > 0 ? [] : absent.flatMap((one) => (one.isUnheard ? one.word : []));
  return { ...(notes.length > 0 && { notes }), ...(unheard.length > 0 && { unheard }) };
}

function notOver({ to }: DownloadSelection, today: string): string[] {
  if (to <= today) return [];
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  return [
    `These days are not over: it can be complete up to ${yesterday}, and has of ${today} what is traded until the list is read.`,
  ];
}

interface Absent {
  readonly name: string;
  readonly word: string;
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
  readonly isUnheard: boolean;
}

function absentIn(
  name: string,
  words: readonly string[] = [],
  { here, ever }: { here: readonly string[]; ever: readonly string[] },
): Absent[] {
  const elsewhere = [...new Set(ever)].sort();
  return words
    .filter((word) => !here.includes(word))
    .map((word) => ({
      name,
      word,
      here,
      elsewhere,
      isUnheard: elsewhere.length > 0 && !elsewhere.includes(word),
    }));
}

function absence({ name, word, here, elsewhere }: Absent, isListed: boolean): string {
  const no = isListed ? 'No trade' : 'No stored trade';
  const others =
    here.length > 0
      ? ` There are: ${here.join(', ')}.`
      : elsewhere.length > 0
        ? ` On other days there are: ${elsewhere.join(', ')}.`
        : '';
  return `${no} of ${name} ${word} in this period.${others}`;
}
