import { canBeSettled } from '../../domain/action-event';
import { Note, type ActionBody, type ActionKind, type Made } from '../../domain/action';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../domain/identifiers';
import type { Entry } from './journal';

/** What a person has filled in so far. */
export interface SettlementDraft {
  readonly verdict: 'executed' | 'not-executed' | undefined;
  /** The number that the service gave to what came of it, if the person knows it. */
  readonly number: string;
  readonly note: string;
}

export const BLANK_SETTLEMENT: SettlementDraft = { verdict: undefined, number: '', note: '' };
export const NOTE_LENGTH_MAX = 300;

/** Only what the desk wrote down, sent, and the service has not ended. */
export const settleable = (entry: Entry): boolean =>
  entry.written &&
  entry.state !== 'unanswered' &&
  entry.state !== 'refused' &&
  canBeSettled({ state: entry.state });

/** What came of each kind of action, as the platform calls its number; most that take something away make nothing. */
const NUMBERS: Partial<Record<ActionKind, string>> = {
  'send-quote': 'Quote id',
  'accept-quote': 'Trade id',
  'send-proposal': 'Proposal id',
  'accept-proposal': 'Trade id',
  'send-counteroffer': 'Counteroffer id',
  'create-request': 'Request id',
};
export const numberLabel = ({ kind }: ActionBody): string | undefined => NUMBERS[kind];

export type Judged =
  | {
      readonly ok: true;
      readonly settlement: { verdict: 'executed' | 'not-executed'; note: string } & Made;
      readonly words: string;
    }
  | { readonly ok: false; readonly why: string };

/** The settlement as it would be written down, or what is still missing. */
export function judged(body: ActionBody, { verdict, number, note }: SettlementDraft): Judged {
  if (verdict === undefined) return { ok: false, why: 'Say whether it was executed.' };
  const read = Note.safeParse(note.trim());
  if (!read.success) {
    const why =
      note.trim() === ''
        ? 'Write down how you know.'
        : `The note is longer than ${NOTE_LENGTH_MAX} characters.`;
    return { ok: false, why };
  }
  const made = verdict === 'executed' && number.trim() !== '' ? madeOf(body, number.trim()) : {};
  if (!made)
    return { ok: false, why: `${numberLabel(body) ?? 'The id'} is not one that the platform gives.` };
  const words = verdict === 'executed' ? 'executed' : 'not executed';
  return { ok: true, settlement: { verdict, note: read.data, ...made }, words };
}

function madeOf({ kind }: ActionBody, text: string): Made | undefined {
  switch (kind) {
    case 'send-quote':
      return named(QuoteId.safeParse(text), (quoteId) => ({ quoteId }));
    case 'accept-quote':
    case 'accept-proposal':
      return named(TradeId.safeParse(text), (tradeId) => ({ tradeId }));
    case 'send-proposal':
      return named(ProposalId.safeParse(text), (proposalId) => ({ proposalId }));
    case 'send-counteroffer':
      return named(CounterofferId.safeParse(text), (counterofferId) => ({ counterofferId }));
    case 'create-request':
      return named(RequestId.safeParse(text), (newRequestId) => ({ newRequestId }));
    default:
      return {};
  }
}

type Read<T> = { success: true; data: T } | { success: false };
const named = <T>(read: Read<T>, made: (id: T) => Made): Made | undefined =>
  read.success ? made(read.data) : undefined;
