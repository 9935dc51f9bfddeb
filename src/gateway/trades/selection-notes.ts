import { Temporal } from 'temporal-polyfill';
import type { Failure } from '../../domain/failure';
import { nearestNames } from '../../domain/field-name';
import { COMMODITIES, VENUES } from '../../domain/interface-words';
import type { DownloadSelection, TradeDownloadEstimate } from '../../domain/trade-download';
import { dayOf } from '../platform/zone-time';
import type { TradeStore, TradeWords } from '../storage/trade-store';
import { coveredDays } from './covered-days';

interface NotesOptions {
  readonly trades: Pick<TradeStore, 'words' | 'readings'>;
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  /** Trades of the selection that are stored or listed. */
  readonly found: number;
  /** What trades of its days have. */
  readonly here: TradeWords;
}

const EVER = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** What a person needs to know of days that are not over, and of filters that leave nothing. From what is stored. */
export async function selectionNotes(
  wanted: DownloadSelection,
  { trades, zone, now, found, here }: NotesOptions,
): Promise<Pick<TradeDownloadEstimate, 'notes' | 'unheard'>> {
  const early = notOver(wanted, dayOf(now, zone));
  if (!wanted.venues && !wanted.commodities) return early.length > 0 ? { notes: early } : {};
  const isThere = ({ venues = [], commodities = [] }: DownloadSelection): boolean =>
    venues.every((word) => here.venues.includes(word)) &&
    commodities.every((word) => here.commodities.includes(word));
  // All that is stored is looked through for a word that is not here alone.
  if (isThere(wanted)) return early.length > 0 ? { notes: early } : {};
  const days = await coveredDays(trades, wanted, zone);
  const isListed = days.every(({ from, listedAt }) => from > now || listedAt !== undefined);
  const absent = absentIn(wanted, here, await trades.words(EVER)).filter(
    (one) => isListed || one.here.length > 0 || one.meant.length > 0,
  );
  const notes = [...early, ...absent.map((one) => absence(one, isListed))];
  const unheard = absent
    .filter((one) => one.isUnheard && (found === 0 || isSlip(one)))
    .map(({ word }) => word);
  return { ...(notes.length > 0 && { notes }), ...(unheard.length > 0 && { unheard }) };
}

/** A commodity of whose trades the desk has read any: it is asked for alone, and of another one the whole list is read, so that what there is can be named. */
export async function knownCommodity(
  trades: Pick<TradeStore, 'words'>,
  commodity: string | undefined,
): Promise<string | undefined> {
  if (commodity === undefined) return undefined;
  return (await trades.words(EVER)).commodities.includes(commodity) ? commodity : undefined;
}

/**
 * Why a selection whose list was read cannot be meant: a word of its filters that no trade ever had, and that is nearly another one. Of
 * any other word that there is no trade proves nothing: it may be traded one day.
 */
export async function slipIn(
  wanted: DownloadSelection,
  trades: Pick<TradeStore, 'words'>,
): Promise<Failure | undefined> {
  if (!wanted.venues && !wanted.commodities) return undefined;
  const [slip] = absentIn(wanted, NOWHERE, await trades.words(EVER)).filter(isSlip);
  return (
    slip && {
      kind: 'invalid-argument',
      message: `No trade has the ${slip.name} ${slip.word}.${didYouMean(slip)}`,
      next: `There are: ${slip.elsewhere.join(', ')}. Correct the filter, or leave it out.`,
    }
  );
}

/** Of these there may be a trade any day, whatever the desk has seen. */
const NAMED = [...VENUES, ...COMMODITIES];
const NOWHERE: TradeWords = { venues: [], commodities: [] };

function notOver({ to }: DownloadSelection, today: string): string[] {
  if (to <= today) return [];
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  return [
    `These days are not over: it can be complete up to ${yesterday}, and has of ${today} what is traded until the list is read.`,
  ];
}

/** A word of a filter that no trade of its days has. */
interface Absent {
  readonly name: 'venue' | 'commodity';
  readonly word: string;
  readonly here: readonly string[];
  readonly elsewhere: readonly string[];
  /** No stored or listed trade of any day has it, and some have others. */
  readonly isUnheard: boolean;
  /** Words that were most likely meant, where it is unheard of. */
  readonly meant: readonly string[];
}

const isSlip = ({ meant }: Absent): boolean => meant.length > 0;

function absentIn({ venues, commodities }: DownloadSelection, here: TradeWords, ever: TradeWords): Absent[] {
  return [
    ...absentWords('venue', venues, { here: here.venues, ever: [...VENUES, ...ever.venues] }),
    ...absentWords('commodity', commodities, { here: here.commodities, ever: ever.commodities }),
  ];
}

function absentWords(
  name: Absent['name'],
  words: readonly string[] = [],
  { here, ever }: { here: readonly string[]; ever: readonly string[] },
): Absent[] {
  const elsewhere = [...new Set(ever)].sort();
  return words
    .filter((word) => !here.includes(word))
    .map((word) => {
      const isUnheard = elsewhere.length > 0 && !elsewhere.includes(word) && !NAMED.includes(word);
      return {
        name,
        word,
        here,
        elsewhere,
        isUnheard,
        meant: isUnheard ? nearestNames(word, elsewhere) : [],
      };
    });
}

function absence(absent: Absent, isListed: boolean): string {
  const { name, word, here, elsewhere } = absent;
  const no = isListed ? 'No trade' : 'No stored trade';
  const others =
    here.length > 0
      ? ` There are: ${here.join(', ')}.`
      : elsewhere.length > 0
        ? ` On other days there are: ${elsewhere.join(', ')}.`
        : '';
  return `${no} of ${name} ${word} in this period.${didYouMean(absent)}${others}`;
}

const didYouMean = ({ meant }: Pick<Absent, 'meant'>): string =>
  meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
