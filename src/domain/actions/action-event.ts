import { factsOf } from './kinds';
import { isAcceptance } from '../executed';
import {
  isFinal,
  madeOf,
  onlyProtects,
  type Action,
  type ActionState,
  type Approval,
  type Before,
  type Contradiction,
  type Decision,
  type Executed,
  type ListedTerms,
  type Made,
  type QuoteEnd,
  type TakenTrade,
} from '../action';
import { atItsEnd, type Failure } from '../failure';
import type { TradeId } from '../identifiers';
import type { By } from '../person';
import { present } from '../present';

/**
 * Events of an action. `at` is epoch ms. `found`: the outcome check found evidence that only a person can judge, or
 * no longer finds any. `settled`: a person resolved it. `read-back`: the trade that an acceptance made was read; it
 * adds the executed terms, with a sentence where they differ from the acceptance, and changes no state. `over`: the quote that went live ended, `stands`: it
 * had not, and `taken`: a trade took it, as a whole or in part, which change no state either. `contradicted`: a record says
 * otherwise than was sent or pressed, or does so no more. `asked`: another person has to
 * approve it. `approved`, `refused`: that person's word. `reminded`: the approvers are told of it once more, which changes no state. `deferred`:
 * the platform refused an action that only reduces risk, and nothing was executed; it is sent again. `corrected`: the
 * platform's records prove something else than a person recorded, or tell its number; that a quote stands whose withdrawal they had confirmed; or that
 * what they had refused was executed. `doubted`: they say so, and do not prove it.
 */
export type ActionEvent =
  | { type: 'asked'; at: number; approval: Approval; until: number }
  | { type: 'approved'; at: number; by: By; decision?: Decision | undefined }
  | { type: 'refused'; at: number; by: By; failure: Failure; decision?: Decision | undefined }
  | { type: 'reminded'; at: number; by: By }
  | { type: 'sending'; at: number; before: Before }
  | { type: 'acknowledged'; at: number }
  /** `beside`: what the answer says was not done of it, or otherwise. `proof`: what proves it of one that was refused; `recovered`: of one whose answer was lost. */
  | ({
      type: 'done';
      at: number;
      isFound?: true | undefined;
      beside?: string | undefined;
      proof?: string | undefined;
      legTradeIds?: readonly TradeId[] | undefined;
      recovered?: string | undefined;
    } & Made)
  | { type: 'rejected'; at: number; failure: Failure; recovered?: string | undefined }
  | { type: 'lost'; at: number; failure: Failure }
  | { type: 'cancelled'; at: number; failure: Failure }
  | { type: 'deferred'; at: number; failure: Failure }
  | { type: 'found'; at: number; evidence: string | undefined }
  /** `legTradeIds`: of an acceptance whose trade is of one leg, where those of the other legs were found. */
  | {
      type: 'read-back';
      at: number;
      executed: Executed;
      evidence?: string | undefined;
      legTradeIds?: readonly TradeId[] | undefined;
    }
  | ({ type: 'over' } & QuoteEnd)
  | { type: 'stands' }
  | { type: 'taken'; trade: TakenTrade }
  | {
      type: 'contradicted';
      about: Contradiction['about'];
      tradeId?: Contradiction['tradeId'];
      quoteId?: Contradiction['quoteId'];
      /** Nothing, once it is so no more. */
      says: string | undefined;
      listed?: ListedTerms | undefined;
    }
  | ({
      type: 'settled';
      at: number;
      verdict: 'executed' | 'not-executed';
      note: string;
      by?: By | undefined;
    } & Made)
  | { type: 'doubted'; evidence: string }
  | ({
      type: 'corrected';
      at: number;
      verdict: 'executed' | 'not-executed';
      proof: string;
      isFound?: true | undefined;
    } & Made);

const FROM: Record<ActionEvent['type'], readonly ActionState[]> = {
  asked: ['staged'],
  approved: ['waiting'],
  refused: ['waiting'],
  reminded: ['waiting'],
  sending: ['staged'],
  acknowledged: ['sending', 'unknown'],
  done: ['sending', 'acknowledged', 'unknown'],
  rejected: ['staged', 'sending', 'acknowledged', 'unknown'],
  lost: ['sending'],
  cancelled: ['staged', 'waiting'],
  deferred: ['sending'],
  found: ['acknowledged', 'unknown'],
  settled: ['acknowledged', 'unknown'],
  corrected: ['done', 'rejected'],
  doubted: ['rejected'],
  'read-back': ['done'],
  over: ['done'],
  stands: ['done'],
  taken: ['done'],
  contradicted: ['done'],
};

/** Whether the platform answered that it did nothing of what takes risk on: its records may say otherwise. */
export const wasRefused = ({
  state,
  settledBy,
  sentAt,
  failure,
  body,
}: Pick<Action, 'state' | 'settledBy' | 'sentAt' | 'failure' | 'body'>): boolean =>
  state === 'rejected' &&
  settledBy === undefined &&
  sentAt !== undefined &&
  failure?.service !== undefined &&
  (isAcceptance(body) || factsOf(body).leaves !== undefined);

/** Whether its quote was found by its terms, which those of a colleague may be. */
export const wasFound = ({
  state,
  isFound,
  quoteId,
}: Pick<Action, 'state' | 'isFound' | 'quoteId'>): boolean =>
  state === 'done' && isFound === true && quoteId !== undefined;

/** By the platform's word, and by no person: its records may say otherwise. */
export const isAnswered = (action: Action): boolean => wasRefused(action) || wasFound(action);

/**
 * A refusal that names what is wrong with what was sent, the price or the path is no sign of a state in which it may have been taken. The sign-in may be
 * refused at a door behind which it was executed.
 */
export const mayBeOtherwise = ({ state, failure }: Action): boolean =>
  state === 'done' ||
  WORDS_ALONE.some((kind) => kind === failure?.kind) ||
  (failure?.kind === 'invalid-argument' && failure.fields === undefined);

const WORDS_ALONE = ['wrong-state', 'signed-out', 'denied'] as const;

/** Whether the platform's records may prove it otherwise although it is final: what a person recorded, a refusal, and that an offer was taken off. */
const mayBeDisproved = (action: Action): boolean =>
  action.settledBy === 'person' ||
  wasRefused(action) ||
  (action.state === 'done' &&
    (action.body.kind === 'withdraw-quote' || action.body.kind === 'delete-proposals'));

/** Whether a person may resolve it: it was sent, and the platform has not confirmed an outcome. */
export const canBeSettled = ({ state }: Pick<Action, 'state'>): boolean => FROM.settled.includes(state);

/**
 * The only state transition of an action. Final states never change, but for what a person said, or the platform of a withdrawal, and its
 * records disprove; an impossible transition is a bug and throws.
 */
export function moved(action: Action, event: ActionEvent): Action {
  if (event.type === 'corrected' && mayBeDisproved(action)) return corrected(action, event);
  if (event.type === 'read-back' && action.state === 'done') {
    const { executed, evidence, legTradeIds } = event;
    return {
      ...withEvidence(action, evidence),
      executed,
      ...present({ legTradeIds: legTradeIds && [...legTradeIds] }),
    };
  }
  if (event.type === 'over' && action.state === 'done') {
    const { type: _, ...over } = event;
    return { ...action, over };
  }
  if (event.type === 'stands' && action.over) {
    const { over: _, ...rest } = action;
    return rest;
  }
  if (event.type === 'taken' && action.state === 'done') {
    const { taken = [] } = action;
    const known = taken.find(({ tradeId }) => tradeId === event.trade.tradeId);
    if (!known) return { ...action, taken: [...taken, event.trade] };
    // Before its record was there it was known by its number alone; leg prices come later, and lines of before have none.
    const isMore =
      known.at === undefined ? event.trade.at !== undefined : !known.legPrices && event.trade.legPrices;
    return isMore ? { ...action, taken: taken.map((one) => (one === known ? event.trade : one)) } : action;
  }
  if (event.type === 'contradicted' && action.state === 'done') return contradicted(action, event);
  if (event.type === 'doubted' && wasRefused(action)) return doubted(action, event.evidence);
  if (isFinal(action)) return action;
  if (!FROM[event.type].includes(action.state)) {
    throw new Error(`An action that is ${action.state} cannot become ${event.type}.`);
  }
  if (event.type === 'deferred' && !onlyProtects(action.body)) {
    throw new Error('Only actions that reduce risk are sent again.');
  }
  if (event.type === 'asked' && (onlyProtects(action.body) || action.approval)) {
    throw new Error('What reduces risk waits for nobody, and nothing is approved twice.');
  }
  if (event.type === 'sending' && action.approval && !action.approvedBy) {
    throw new Error('What another person has to approve is not sent before that.');
  }
  if (event.type === 'found') return withEvidence(action, event.evidence);
  const { failure: _, evidence, ...ended } = action;
  // What could not be read, or judged, is no matter once the outcome is proven.
  const isProven = (event.type === 'done' || event.type === 'rejected') && !action.isDoubted;
  const rest = isProven ? ended : { ...ended, ...present({ evidence }) };
  switch (event.type) {
    case 'asked':
      return { ...rest, state: 'waiting', approval: event.approval, waitsUntil: event.until };
    case 'approved':
      return {
        ...rest,
        state: 'staged',
        approvedBy: event.by,
        approvedAt: event.at,
        ...present({ decision: event.decision }),
      };
    case 'refused':
      return {
        ...rest,
        state: 'cancelled',
        endedAt: event.at,
        refusedBy: event.by,
        failure: event.failure,
        ...present({ decision: event.decision }),
      };
    case 'reminded':
      return { ...rest, state: 'waiting', reminded: { at: event.at, by: event.by } };
    case 'sending':
      return { ...rest, state: 'sending', sentAt: event.at, before: event.before };
    case 'acknowledged':
      return { ...rest, state: 'acknowledged' };
    case 'done':
      return {
        ...rest,
        state: 'done',
        endedAt: event.at,
        ...madeOf(event),
        ...present({
          isFound: event.isFound,
          recovered: event.recovered,
          legTradeIds: event.legTradeIds && [...event.legTradeIds],
        }),
        ...(action.isDoubted && { corrected: `${REFUSED} ${event.proof ?? ''}`.trim() }),
        ...(event.beside !== undefined && { contradictions: [{ about: 'answer', says: event.beside }] }),
      };
    case 'deferred':
      return { ...rest, state: 'staged', failure: event.failure };
    case 'lost':
      return { ...rest, state: 'unknown', failure: event.failure };
    case 'rejected':
      return {
        ...rest,
        state: 'rejected',
        endedAt: event.at,
        failure: atItsEnd(event.failure),
        ...present({ recovered: event.recovered }),
      };
    case 'cancelled':
      return { ...rest, state: 'cancelled', endedAt: event.at, failure: atItsEnd(event.failure) };
    case 'read-back':
    case 'over':
    case 'stands':
    case 'taken':
    case 'contradicted':
    case 'doubted':
    case 'corrected':
      return action;
    case 'settled':
      return {
        ...rest,
        settledBy: 'person',
        note: event.note,
        ...(event.by && { resolvedBy: event.by }),
        settledFrom: action.state,
        endedAt: event.at,
        ...(event.verdict === 'executed'
          ? { state: 'done', ...madeOf(event) }
          : { state: 'rejected', failure: settledAs(factsOf(action.body).outcome.not) }),
      };
  }
}

/** The reason that the person gave stays; everything else is what the records say. */
function corrected(
  {
    settledBy,
    settledFrom: _,
    failure: __,
    evidence: ___,
    recovered: ________,
    executed: ____,
    taken: _____,
    legTradeIds: _________,
    contradictions: ______,
    listed: _______,
    over,
    ...action
  }: Action,
  { at, verdict, proof, isFound, ...made }: Extract<ActionEvent, { type: 'corrected' }>,
): Action {
  const { state: from } = action;
  const { tradeId, quoteId, proposalId, counterofferId, newRequestId, ...rest } = action;
  const said: Made = madeOf({ tradeId, quoteId, proposalId, counterofferId, newRequestId });
  const found: Made = madeOf(made);
  const isOther =
    JSON.stringify(madeOf({ ...found, ...said })) !== JSON.stringify(madeOf({ ...said, ...found }));
  const contradicts = isOther || from !== (verdict === 'executed' ? 'done' : 'rejected');
  return {
    ...rest,
    endedAt: at,
    // How it ended is of the number that was recorded, and of nothing that was never made.
    ...(over && !isOther && verdict === 'executed' && { over }),
    ...present({ isFound }),
    ...(contradicts && { corrected: correctedText({ ...action, settledBy }, proof) }),
    ...(verdict === 'executed'
      ? { state: 'done', ...madeOf(said), ...found }
      : {
          state: 'rejected',
          failure: { kind: 'wrong-state', message: `It was not executed: ${proof}`, next: PRESS_AGAIN },
        }),
  };
}

function correctedText(
  { body, state, settledBy }: Pick<Action, 'body' | 'state'> & { settledBy: Action['settledBy'] },
  proof: string,
): string {
  const { done, not } = factsOf(body).outcome;
  if (state === 'rejected' && !settledBy) return `${REFUSED} ${proof}`;
  if (!settledBy) return `The platform confirmed that it is ${done}; its records prove otherwise. ${proof}`;
  return `A person resolved it as ${state === 'done' ? done : not}; the platform’s records prove otherwise. ${proof}`;
}

const REFUSED = 'The platform refused it; its records say otherwise.';

/** It may have been executed after all: it is looked up, and nothing like it is sent meanwhile. */
function doubted({ endedAt: refusedAt, failure, ...rest }: Action, evidence: string): Action {
  const { message = '', service } = failure ?? {};
  return {
    ...rest,
    state: 'unknown',
    isDoubted: true,
    ...present({ refusedAt }),
    evidence,
    failure: {
      kind: 'unknown-outcome',
      message: `${message} The platform’s records say otherwise.`.trim(),
      next: 'Do not send it again: the desk keeps checking until it is known.',
      ...present({ service }),
    },
  };
}

/** The same action where nothing is new. */
function contradicted(
  action: Action,
  { about, tradeId, quoteId, says, listed }: Extract<ActionEvent, { type: 'contradicted' }>,
): Action {
  const { contradictions = [], listed: was, ...rest } = action;
  const others = contradictions.filter(
    (one) => one.about !== about || one.tradeId !== tradeId || one.quoteId !== quoteId,
  );
  const all = says === undefined ? others : [...others, { about, says, ...present({ tradeId, quoteId }) }];
  const terms = about === 'terms' ? listed : was;
  const isSame = JSON.stringify([contradictions, was]) === JSON.stringify([all, terms]);
  if (isSame) return action;
  return { ...rest, ...(all.length > 0 && { contradictions: all }), ...present({ listed: terms }) };
}

function withEvidence({ evidence: _, ...rest }: Action, evidence: string | undefined): Action {
  return { ...rest, ...(evidence !== undefined && { evidence }) };
}

const settledAs = (outcome: string): Failure => ({
  kind: 'wrong-state',
  message: `A person recorded it as ${outcome}.`,
  next: PRESS_AGAIN,
});
const PRESS_AGAIN = 'Check the request and press again if you still want it.';
