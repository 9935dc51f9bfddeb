import * as z from 'zod/mini';
import { Action } from '../../domain/action';
import { TradeDownload } from '../../domain/trade-download';
import { DeskEntry } from '../../domain/desk-entry';
import { DeskStatus, Quota } from '../../domain/desk-status';
import { PlatformEvent } from '../../domain/event';
import { SeenValue } from '../../domain/history';
import type { Program } from '../../domain/program/program';
import { PositionSums } from '../../domain/position';
import { Wins } from '../../domain/wins';
import { Failure, success, type Outcome } from '../../domain/failure';
import { DeskLimits } from '../../domain/limits/limits';
import type { Listing, LoadShape } from '../../domain/record';
import { OwnOffer, OwnQuote } from '../../domain/own-offers';
import { OwnTrade } from '../../domain/own-trade';
import type { ResourceKind, Values } from '../../domain/resources/resource';
import { readAnalytics, readRecipient, readRisk, readRiskSettings } from '../service/read-records';
import { readCounteroffer, readProposal, readQuote } from '../service/read-offers';
import { readRequest } from '../service/read-request';
import { readTrade, readTradeReference } from '../service/read-trade';
import { listing, read } from '../service/reading';

type Readers = { [K in ResourceKind]: (raw: unknown) => Outcome<Values[K]> };

/**
 * A record that the gateway could not read crosses with the reason. The page knows no profile, and would read what the gateway could
 * not: a record of which a field was not understood lacks it, and looks whole.
 */
const Unread = z.strictObject({ unread: z.unknown(), failure: Failure });

const list =
  <T>(readOne: (raw: unknown) => Outcome<T>, what: string) =>
  (raw: unknown): Outcome<Listing<T>> => {
    const items = read(z.array(z.unknown()), raw, what);
    if (!items.ok) return items;
    const unreadable: { raw: unknown; failure: Failure }[] = [];
    const rest = items.value.filter((item) => {
      const unread = typeof item === 'object' && item !== null && 'unread' in item && Unread.safeParse(item);
      if (!unread || !unread.success) return true;
      unreadable.push({ raw: unread.data.unread, failure: unread.data.failure });
      return false;
    });
    const readable = listing(rest, readOne);
    return success({ ...readable, unreadable: [...readable.unreadable, ...unreadable] });
  };

// Its points are the service's own; which of its fields held them is not kept.
const WireLoadShape = z.object({ points: z.array(z.unknown()), raw: z.record(z.string(), z.unknown()) });
const readLoadShape = (raw: unknown): Outcome<LoadShape> => read(WireLoadShape, raw, 'a load shape');

/** The gateway's own word, in a shape so large that pages, which all load this file at first, go without its schema. */
const Programs = z.array(z.transform((raw: unknown) => raw as Program));

/** How the value of each kind of resource is read from what crossed the wire between gateway and page. */
export const answerReaders: Readers = {
  status: (raw) => read(DeskStatus, raw, 'its status'),
  quota: (raw) => read(Quota, raw, 'its quota'),
  'desk-entries': (raw) => read(z.array(DeskEntry), raw, 'its journal'),
  journal: (raw) => read(z.array(Action), raw, 'its journal'),
  limits: (raw) => read(DeskLimits, raw, 'its limits'),
  captures: (raw) => read(z.array(TradeDownload), raw, 'its captures'),
  'own-quotes': (raw) => read(z.array(OwnQuote), raw, 'its own quotes'),
  'own-offers': (raw) => read(z.array(OwnOffer), raw, 'its own offers'),
  'own-trades': (raw) => read(z.array(OwnTrade), raw, 'its own trades'),
  programs: (raw) => read(Programs, raw, 'its programs'),
  history: (raw) => read(z.array(SeenValue), raw, 'its history'),
  position: (raw) => read(PositionSums, raw, 'its position'),
  wins: (raw) => read(Wins, raw, 'what became of requests'),
  events: (raw) => read(z.array(PlatformEvent), raw, 'its events'),
  'open-requests': list(readRequest, 'a list of requests'),
  'concluded-requests': list(readRequest, 'a list of requests'),
  request: readRequest,
  quotes: list(readQuote, 'a list of quotes'),
  analytics: readAnalytics,
  proposals: list(readProposal, 'a list of price proposals'),
  counteroffers: list(readCounteroffer, 'a list of counteroffers'),
  'request-load-shapes': readLoadShape,
  trades: list(readTradeReference, 'a list of trades'),
  trade: readTrade,
  'trade-load-shapes': readLoadShape,
  risks: list(readRisk, 'a list of risk states'),
  'risk-settings': readRiskSettings,
  recipients: list(readRecipient, 'a list of recipients'),
};

type Writers = { [K in ResourceKind]: (value: Values[K]) => unknown };
const raws = <T extends { raw: unknown }>({ records, unreadable }: Listing<T>): unknown[] => [
  ...records.map(({ raw }) => raw),
  ...unreadable.map(({ raw, failure }) => ({ unread: raw, failure })),
];

/** The inverse: what crosses the wire for a value, the service's own record where it has one. */
export const answerWriters: Writers = {
  status: (value) => value,
  quota: (value) => value,
  'desk-entries': (value) => value,
  journal: (value) => value,
  limits: (value) => value,
  captures: (value) => value,
  'own-quotes': (value) => value,
  'own-offers': (value) => value,
  'own-trades': (value) => value,
  programs: (value) => value,
  events: (value) => value,
  history: (value) => value,
  position: (value) => value,
  wins: (value) => value,
  'open-requests': raws,
  'concluded-requests': raws,
  request: ({ raw }) => raw,
  quotes: raws,
  analytics: ({ raw }) => raw,
  proposals: raws,
  counteroffers: raws,
  'request-load-shapes': (value) => value,
  trades: raws,
  trade: ({ raw }) => raw,
  'trade-load-shapes': (value) => value,
  risks: raws,
  'risk-settings': (value) => value,
  recipients: raws,
};
