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
  /** What trades of its days have. */
  readonly here: TradeWords;
}

const EVER = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** What a person needs to know of days that are not over, and of filters that leave nothing. From what is stored. */
export async function selectionNotes(
  wanted: DownloadSelection,
  { trades, zone, now, here }: NotesOptions,
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
  const unheard = absent.filter(isUnheard).map(({ word }) => word);
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
 * Why a selection whose list was read cannot be meant: a word of its filters that no trade ever had, and that the interface does not
 * name. Of a word of the interface that there is no trade proves nothing: it may be traded one day.
 */
export async function unheardIn(
  wanted: DownloadSelection,
  trades: Pick<TradeStore, 'words'>,
): Promise<Failure | undefined> {
  if (!wanted.venues && !wanted.commodities) return undefined;
  const [unheard] = absentIn(wanted, NOWHERE, await trades.words(EVER)).filter(isUnheard);
  return (
    unheard && {
      kind: 'invalid-argument',
      message: `No trade has the ${unheard.name} ${unheard.word}.${didYouMean(unheard)}`,
      next: `Known are: ${unheard.known.join(', ')}. Correct the filter, or leave it out.`,
    }
  );
}

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
  /** Words that stored or listed trades of any day have, in order. */
  readonly ever: readonly string[];
  /** Those and the interface's own, each once and in order. */
  readonly known: readonly string[];
  /** Words that were most likely meant, where it is none of the known ones. */
  readonly meant: readonly string[];
}

const isUnheard = ({ word, known }: Absent): boolean => !known.includes(word);

function absentIn({ venues, commodities }: DownloadSelection, here: TradeWords, ever: TradeWords): Absent[] {
  return [
    ...absentWords('venue', venues, { here: here.venues, ever: ever.venues, named: VENUES }),
    ...absentWords('commodity', commodities, {
      here: here.commodities,
      ever: ever.commodities,
      named: COMMODITIES,
    }),
  ];
}

function absentWords(
  name: Absent['name'],
  words: readonly string[] = [],
  { here, ever, named }: { here: readonly string[]; ever: readonly string[]; named: readonly string[] },
): Absent[] {
  const known = [...new Set([...named, ...ever])].sort();
  return words
    .filter((word) => !here.includes(word))
    .map((word) => {
      const meant = known.includes(word) ? [] : nearestNames(word, known);
      return { name, word, here, ever, known, meant };
    });
}

function absence(absent: Absent, isListed: boolean): string {
  const { name, word, here, ever } = absent;
  const no = isListed ? 'No trade' : 'No stored trade';
  const isYetToCome = !isUnheard(absent) && !ever.includes(word);
  const that = isYetToCome
    ? `${no} had the ${name} ${word} yet.`
    : `${no} of ${name} ${word} in this period.`;
  const others =
    here.length > 0
      ? ` There are: ${here.join(', ')}.`
      : ever.length > 0
        ? ` On other days there are: ${ever.join(', ')}.`
        : '';
  return `${that}${didYouMean(absent)}${others}`;
}

const didYouMean = ({ meant }: Pick<Absent, 'meant'>): string =>
  meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
