import { describe, expect, it } from 'vitest';
import type { Action, ActionBody, BodyOf, Executed, ExecutedLeg } from '../../../../src/domain/action';
import { differencesIn } from '../../../../src/domain/executed';
import { FailureKind, type Failure } from '../../../../src/domain/failure';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../../../src/domain/identifiers';
import { Quantity } from '../../../../src/domain/quantity';
import { STATE_WORDS, outcomeWord, type PressState } from '../../../../src/domain/actions/state-words';
import {
  executedInWords,
  outcomeSentence,
  outcomeTone,
  pressedInWords,
  stateSentence,
  TONES,
} from '../../../../src/taskpane/ui/text/action-text';
import { failureInWords } from '../../../../src/taskpane/ui/text/status-text';
import { formatters, price } from '../../examples';

const STATES: PressState[] = [
  'staged',
  'sending',
  'acknowledged',
  'done',
  'rejected',
  'cancelled',
  'unknown',
  'unanswered',
  'refused',
];
const requestId = RequestId.parse('RQ-1');
const quoteId = QuoteId.parse('QT-1');
const withdrawal = { kind: 'withdraw-quote', requestId, quoteId } as const;
const failure: Failure = { kind: 'price-moved', message: 'It is 84.20 now.', next: 'Look again.' };

describe('the sentence for what has become of a press', () => {
  it('is another one for each state', () => {
    const sentences = STATES.map((state) => stateSentence(state, { body: withdrawal }));
    expect(new Set(sentences).size).toBe(STATES.length - 1);
    expect(stateSentence('cancelled', { body: withdrawal })).toBe(
      stateSentence('refused', { body: withdrawal }),
    );
  });

  it('says of an unknown one that it is never sent again, unless it takes risk away', () => {
    expect(stateSentence('unknown', { body: withdrawal })).toBe(
      'It may not have been executed. The desk checks and sends it again.',
    );
    expect(stateSentence('unknown', { body: { kind: 'set-risk', commodity: 'power', settings: {} } })).toBe(
      'It may have been executed. The desk is checking; it is never sent again.',
    );
    const lost: Failure = {
      kind: 'unknown-outcome',
      message: 'The connection broke before the answer.',
      next: 'Do not send it again: the desk keeps checking until it is known.',
    };
    const settings = { kind: 'set-risk', commodity: 'power', settings: {} } as const;
    expect(stateSentence('unknown', { body: settings, failure: lost })).toBe(
      'It may have been executed. The desk is checking; it is never sent again. The connection broke before the answer.',
    );
    expect(TONES.unknown).toBe('alarm');
    expect(TONES.unanswered).toBe('alarm');
    expect(STATE_WORDS.unanswered).toBe('Unknown');
  });

  it('names what came of it', () => {
    expect(stateSentence('done', { body: withdrawal })).toBe('The quote QT-1 is withdrawn.');
    const accept = {
      kind: 'accept-quote',
      requestId,
      quoteId,
      lastSeen: { type: 'per-leg', legPrices: [] as never[] },
    } as const;
    const body = { ...accept, lastSeen: { type: 'per-leg' as const, legPrices: [] } };
    expect(stateSentence('done', { body, tradeId: TradeId.parse('TR-9') })).toBe(
      'Accepted as trade TR-9. Reading the trade…',
    );
    expect(stateSentence('done', { body })).toContain('The trade appears when the platform enters it');
  });

  it('names what came of each kind of offer, with and without the service’s number', () => {
    const offer = {
      requestId,
      direction: 'ask',
      price: { shape: 'single', price: price('1') },
      quantity: Quantity.parse('1'),
      allOrNone: true,
    } as const;
    const proposal = { kind: 'send-proposal', proposalKind: 'firm', ...offer } as const;
    const proposalId = ProposalId.parse('PP-1');
    expect(stateSentence('done', { body: proposal, proposalId })).toBe(
      'The firm price proposal went live as PP-1, replacing all others on the request.',
    );
    const counter = { kind: 'send-counteroffer', quoteId, ...offer } as const;
    expect(stateSentence('done', { body: counter, counterofferId: CounterofferId.parse('CO-1') })).toBe(
      'The counteroffer to QT-1 went live as CO-1.',
    );
    expect(stateSentence('done', { body: counter })).toBe('The counteroffer to QT-1 went live.');
    expect(stateSentence('done', { body: { kind: 'send-quote', ...offer }, quoteId })).toBe(
      'The quote went live as QT-1.',
    );
    expect(stateSentence('done', { body: { kind: 'delete-proposals', requestId } })).toBe(
      'No price proposal is left on the request.',
    );
  });

  it('says once that nothing was sent, and that an outcome is not known', () => {
    const unsent = {
      body: withdrawal,
      failure: { ...failure, kind: 'unavailable', next: 'Nothing was sent. Look.' },
    } as const;
    expect(outcomeSentence('refused', unsent, formatters)).toBe('It is 84.20 now. Look.');
    expect(stateSentence('refused', unsent)).toBe('It never left the desk. It is 84.20 now. Look.');
    const lost = { body: withdrawal, failure: { ...failure, kind: 'unknown-outcome' } } as const;
    expect(stateSentence('unanswered', lost)).toBe(stateSentence('unanswered', { body: withdrawal }));
  });

  it('says of a quote that is over how it ended', () => {
    const body = {
      kind: 'send-quote',
      requestId,
      direction: 'ask',
      price: { shape: 'single', price: price('1') },
      quantity: Quantity.parse('1'),
      allOrNone: true,
    } as const;
    const over = { how: 'request-closed', at: Date.UTC(2026, 10, 20, 11, 4, 31) } as const;
    expect(outcomeSentence('done', { body, quoteId, over, isFound: true }, formatters)).toContain(
      'No answer named it: it was found by its terms, and may be a colleague’s. It ',
    );
    expect(outcomeSentence('done', { body, quoteId, over }, formatters)).toMatch(
      /^The quote went live as QT-1\. It ended with its request: seen 20 Nov 2026, \d\d:04:31 /,
    );
    const tradedAt = Date.UTC(2026, 10, 20, 11, 0, 39);
    const taken = { how: 'accepted', at: over.at, tradedAt } as const;
    expect(outcomeSentence('done', { body, quoteId, over: taken }, formatters)).toMatch(
      /It was taken at 20 Nov 2026, \d\d:00:39 /,
    );
    const declined = { ...over, how: 'rejected' } as const;
    expect(outcomeWord('done', { body, over: declined })).toBe('Declined');
    expect(outcomeSentence('done', { body, quoteId, over: declined }, formatters)).toContain(
      'It was declined: seen ',
    );
    expect([outcomeWord('done', { body, over }), outcomeTone('done', { body, over })]).toEqual([
      'Closed',
      'plain',
    ]);
    const filled = { body, over: taken };
    expect([outcomeWord('done', filled), outcomeTone('done', filled)]).toEqual(['Filled', 'good']);
    expect(outcomeWord('done', { body, over: { ...over, how: 'withdrawn' } })).toBe('Withdrawn');
    expect([outcomeWord('done', { body }), outcomeTone('done', { body })]).toEqual(['Done', 'good']);
  });

  it('says of an acceptance that was taken that the trade is still to come', () => {
    const body = {
      kind: 'accept-proposal',
      requestId,
      proposalId: ProposalId.parse('PP-1'),
      lastSeen: { type: 'standard-spread', spreadPrice: price('1') },
    } as const;
    const single = { ...body, lastSeen: { type: 'per-leg' as const, legPrices: [price('1')] } };
    expect(stateSentence('acknowledged', { body: single })).toContain('waiting for the trade');
    expect(stateSentence('acknowledged', { body })).toContain(
      'its trade shows here once it has the operator’s leg prices',
    );
    expect(stateSentence('done', { body, tradeId: TradeId.parse('TR-9') })).toBe(
      'Accepted as trade TR-9. Reading the trade…',
    );
    expect(stateSentence('acknowledged', { body: withdrawal })).toContain('waiting for the result');
  });

  it('says why it was rejected, and what to do next', () => {
    expect(stateSentence('rejected', { body: withdrawal, failure })).toBe(
      'Nothing was executed. It is 84.20 now. Look again.',
    );
  });

  it('is no alarm where a withdrawal was refused because its quote is withdrawn', () => {
    const refused = (said: string): Failure => ({
      kind: 'wrong-state',
      message: `The platform refused it because the state has changed: ${said}.`,
      next: 'Check the request, then decide again.',
      service: { status: 409 },
    });
    const off = { body: withdrawal, failure: refused('QT-1 is withdrawn') };
    expect(outcomeWord('rejected', off)).toBe('Already withdrawn');
    expect(outcomeTone('rejected', off)).toBe('plain');
    expect(outcomeSentence('rejected', off, formatters)).toBe(
      'The platform refused it because the state has changed: QT-1 is withdrawn.',
    );
    const { service: _, ...own } = off.failure;
    for (const other of [
      { ...off, failure: refused('QT-1 is traded and cannot be withdrawn') },
      { ...off, failure: refused('QT-1 is not withdrawn') },
      { ...off, failure: refused('No quote was withdrawn: the request is locked') },
      { ...off, failure: { ...refused('The right to quote was withdrawn'), kind: 'denied' } as const },
      { ...off, failure: own },
      { ...off, body: { kind: 'delete-proposals', requestId } as const },
    ]) {
      expect([outcomeWord('rejected', other), outcomeTone('rejected', other)]).toEqual(['Rejected', 'bad']);
      expect(outcomeSentence('rejected', other, formatters)).toContain('decide again');
    }
  });

  it('is no alarm where a withdrawal found its quote ended, by the platform or by the quote’s record', () => {
    const at409 = {
      kind: 'wrong-state',
      next: 'Check, then decide again.',
      service: { status: 409 },
    } as const;
    const { service: _, ...looked } = at409;
    const ended = (failure: Omit<Failure, 'message'>, message: string) => ({
      body: withdrawal,
      failure: { ...failure, message },
    });
    for (const told of [
      ended(at409, 'The platform refused it because the state has changed: QT-1 is rejected.'),
      ended(looked, 'It was not executed: Quote QT-1 is rejected.'),
      ended(looked, 'It was not executed: Quote QT-1 is accepted.'),
    ]) {
      const word = told.failure.message.endsWith('accepted.') ? 'Already traded' : 'Already over';
      expect([outcomeWord('rejected', told), outcomeTone('rejected', told)]).toEqual([word, 'plain']);
      expect(outcomeSentence('rejected', told, formatters)).not.toMatch(/executed|again/);
    }
    // A rest of it may be live.
    const byWord = ended(at409, 'The state has changed: QT-1 is accepted.');
    expect([outcomeWord('rejected', byWord), outcomeTone('rejected', byWord)]).toEqual([
      'Already traded',
      'bad',
    ]);
    // The platform names no number where it can mean no other.
    for (const said of [
      'The quotation is accepted.',
      'The state has changed: the quote was already accepted.',
    ])
      expect(outcomeWord('rejected', ended(at409, said))).toBe('Already traded');
    for (const told of [
      ended(looked, 'The quotation is accepted.'),
      ended(at409, 'The quotation is accepted by no one.'),
      ended(at409, 'The quotation is not accepted.'),
      ended(at409, 'The state has changed: QT-2 is accepted.'),
      ended(at409, 'The state has changed: QT-2 is rejected.'),
      ended(at409, 'The state has changed: the withdrawal of QT-1 is rejected.'),
      ended(at409, 'QT-1 is rejected by the lock of its request.'),
      ended({ ...at409, kind: 'denied' }, 'QT-1 is rejected.'),
    ])
      expect([outcomeWord('rejected', told), outcomeTone('rejected', told)]).toEqual(['Rejected', 'bad']);
  });

  it('says once that a price moved, and without the platform’s own words', () => {
    const failure = {
      kind: 'price-moved',
      message:
        'The price moved, so nothing was executed: last-seen-price: It is no longer the current price.',
      next: 'Look at the new price, then press again if it is still good.',
      service: { status: 409 },
    } as const;
    const told = { body: accept(), failure };
    expect(`${outcomeWord('rejected', told)}. ${outcomeSentence('rejected', told, formatters)}`).toBe(
      'Rejected: the price moved. Nothing was traded.',
    );
    expect(outcomeWord('refused', told)).toBe('Not sent');
  });

  it('names the fields that the service named', () => {
    const fields = [{ path: 'legs[0].price', message: 'missing' }];
    expect(failureInWords({ ...failure, fields })).toContain('(legs[0].price: missing)');
  });

  it('has a title for every kind of failure', () => {
    const titles = FailureKind.def.entries;
    for (const kind of Object.values(titles)) {
      expect(failureInWords({ kind, message: '', next: '' })).toMatch(/^[A-Z].*\.$/);
    }
  });
});

const quantity = (text: string): Quantity => Quantity.parse(text);
const accept = (over: Partial<BodyOf<'accept-quote'>> = {}): BodyOf<'accept-quote'> => ({
  kind: 'accept-quote',
  requestId: RequestId.parse('RQ-1'),
  quoteId: QuoteId.parse('QT-1'),
  lastSeen: { type: 'per-leg', legPrices: [price('31.35')] },
  shownQuantity: quantity('10'),
  ...over,
});
const whole: Executed = {
  quantity: quantity('10'),
  quantityUnit: 'MW',
  price: price('31.35'),
  priceUnit: 'EUR/MWh',
  side: 'buy',
  counterparty: 'Nordkraft',
};
type Told = Pick<Action, 'body' | 'executed' | 'before' | 'tradeId'>;
const told = (executed: Executed | undefined, over: Partial<Told> = {}): Told => ({
  body: accept(),
  tradeId: TradeId.parse('T-7'),
  ...(executed && { executed }),
  ...over,
});
const says = (executed: Executed | undefined, over: Partial<Told> = {}): string =>
  outcomeSentence('done', told(executed, over), formatters);

describe('what is said of an acceptance that is done', () => {
  it('names no quantity and no price until they were read back from the trade', () => {
    expect(says(undefined)).toBe('Accepted as trade T-7. Reading the trade…');
    expect(outcomeTone('done', told(undefined))).toBe('plain');
  });

  it('is what the trade says', () => {
    expect(says(whole)).toBe('You bought 10 MW at 31.35 EUR/MWh from Nordkraft, trade T-7.');
    expect(says({ ...whole, side: 'sell' })).toContain('You sold 10 MW at 31.35 EUR/MWh to Nordkraft');
    expect([outcomeTone('done', told(whole)), outcomeWord('done', told(whole))]).toEqual(['good', 'Done']);
  });

  it('stands out where it is not what was asked for, and says both', () => {
    const six = { ...whole, quantity: quantity('6') };
    expect(says(six)).toBe(
      'You bought 6 MW at 31.35 EUR/MWh from Nordkraft (you asked for 10 MW), trade T-7.',
    );
    const other = told({ ...six, price: price('31.4') });
    expect(outcomeSentence('done', other, formatters)).toContain('(you asked for 10 MW at 31.35)');
    expect([outcomeTone('done', other), outcomeWord('done', other)]).toEqual([
      'alarm',
      'Done, but not as asked',
    ]);
    const part = accept({ quantity: quantity('6') });
    expect(says(six, { body: part })).not.toContain('you asked');
  });

  it('tells that another counterparty stands in the trade than made the offer', () => {
    const before = { tradeIds: [], quoteIds: [], offered: { counterparty: 'Cobalt Grid' } };
    expect(says(whole, { before })).toContain('from Nordkraft (you asked for a deal with Cobalt Grid)');
  });

  it('leaves out what the trade does not say, and never fills it in from what was asked for', () => {
    const { quantity: _, ...unsized } = whole;
    expect(says(unsized)).toBe(
      'You bought at 31.35 EUR/MWh from Nordkraft, trade T-7. The trade does not say its quantity.',
    );
    const { price: __, ...unpriced } = whole;
    expect(says(unpriced)).toContain(
      'You bought 10 MW from Nordkraft, trade T-7. The trade does not say its price yet.',
    );
    expect(says({})).toBe(
      'Accepted as trade T-7. The trade does not say what was traded: check it on the platform.',
    );
    expect(differencesIn(told({}))).toEqual([]);
    expect(executedInWords(told({}), formatters).map(([, value]) => value)).toEqual(
      Array(4).fill('the trade does not say'),
    );
  });

  it('compares leg prices of a spread, and the net price of a standard one', () => {
    const legs = accept({ lastSeen: { type: 'per-leg', legPrices: [price('30'), price('29')] } });
    const traded = { ...whole, price: price('1'), legPrices: [price('30'), price('29')] };
    expect(says(traded, { body: legs })).toBe(
      'You bought 10 MW at 30.00, traded at 29.00: net 1.00 EUR/MWh, with Nordkraft, trade T-7.',
    );
    const sum = { ...traded, price: price('59') };
    expect(says(sum, { body: legs })).toContain('at 29.00: net 59.00 EUR/MWh');
    expect(differencesIn(told(traded, { body: legs }))).toEqual([]);
    const moved = { ...traded, legPrices: [price('30'), price('28.9')] };
    expect(differencesIn(told(moved, { body: legs }))).toEqual(['price']);
    const { price: _, ...unpriced } = traded;
    const net = (text: string) => accept({ lastSeen: { type: 'standard-spread', spreadPrice: price(text) } });
    expect(differencesIn(told(unpriced, { body: net('1') }))).toEqual([]);
    expect(differencesIn(told(unpriced, { body: net('1.1') }))).toEqual(['price']);
  });

  it('says of a spread what was done with each leg, its product, unit and price, and the net price', () => {
    const power = { commodity: 'power', loadProfile: 'base', quantity: quantity('25'), quantityUnit: 'MW' };
    const nl = { ...power, market: 'NL', priceUnit: 'EUR/MWh' };
    const bought: ExecutedLeg = {
      ...{ ...nl, action: 'buy', deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' },
      price: price('73.67'),
    };
    const sold: ExecutedLeg = {
      ...{ ...nl, action: 'sell', deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' },
      price: price('72.02'),
    };
    const { price: _, ...terms } = whole;
    const traded = { ...terms, legPrices: [price('73.67'), price('72.02')], legs: [bought, sold] };
    const body = accept({
      lastSeen: { type: 'per-leg', legPrices: traded.legPrices },
      shownQuantity: quantity('25'),
    });
    expect(says({ ...traded, quantity: quantity('25') }, { body })).toBe(
      'You bought 25 MW NL Cal-27 base at 73.67 EUR/MWh, sold 25 MW NL Cal-28 base at 72.02 EUR/MWh: net 1.65 EUR/MWh, with Nordkraft, trade T-7.',
    );
    const both = { ...traded, legs: [bought, { ...sold, action: 'buy' as const }] };
    expect(says(both, { body })).toContain(
      'bought 25 MW NL Cal-28 base at 72.02 EUR/MWh: net 145.69 EUR/MWh, from',
    );
    expect(executedInWords(told(traded, { body }), formatters)).toEqual([
      ['Traded leg 1', 'bought 25 MW NL Cal-27 base at 73.67 EUR/MWh'],
      ['Traded leg 2', 'sold 25 MW NL Cal-28 base at 72.02 EUR/MWh'],
      ['Traded net price', '1.65 EUR/MWh'],
      ['Traded with', 'Nordkraft'],
    ]);
    const future = { ...bought, clearing: { type: 'exchange', house: 'ECC' } };
    const efp = {
      ...traded,
      legs: [future, { ...bought, action: 'sell' as const, clearing: { type: 'bilateral' } }],
    };
    expect(says(efp, { body })).toMatch(
      /^You bought 25 MW NL Cal-27 base exchange \(ECC\) at .*, sold 25 MW NL Cal-27 base bilateral at /,
    );
    const unpriced = { ...traded, legs: [{ ...bought, price: undefined }, sold] };
    expect(says(unpriced, { body })).toContain('The trade does not say its price yet.');
  });

  it('gives each leg of a swap its own side, quantity and units, and no net price', () => {
    const year = { deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' };
    const power = {
      ...year,
      market: 'AT',
      quantity: quantity('20'),
      quantityUnit: 'MW',
      priceUnit: 'EUR/MWh',
    };
    const legs: ExecutedLeg[] = [
      {
        ...{ ...year, action: 'sell', market: 'EU-HYDRO', quantity: quantity('175200') },
        ...{ quantityUnit: 'certificates', price: price('0.38'), priceUnit: 'EUR/certificate' },
      },
      { ...power, action: 'buy', price: price('78.25') },
      { ...power, action: 'sell', price: price('78.25') },
    ];
    const legPrices = legs.flatMap((leg) => leg.price ?? []);
    const traded: Executed = {
      ...{ side: 'sell', quantity: quantity('175200'), quantityUnit: 'certificates' },
      ...{ legPrices, legs: [...legs], counterparty: 'Nordkraft' },
    };
    const body = accept({ lastSeen: { type: 'per-leg', legPrices }, shownQuantity: quantity('175200') });
    expect(says(traded, { body })).toBe(
      'You sold 175,200 certificates EU-HYDRO Cal-27 at 0.38 EUR/certificate, bought 20 MW AT Cal-27 at 78.25 EUR/MWh, sold 20 MW AT Cal-27 at 78.25 EUR/MWh with Nordkraft, trade T-7.',
    );
    expect(executedInWords(told(traded, { body }), formatters).map(([name]) => name)).toEqual([
      ...['Traded leg 1', 'Traded leg 2', 'Traded leg 3', 'Traded with'],
    ]);
  });

  it('claims of a line of an older version no unit and no side for the legs that it does not tell', () => {
    const old: Executed = {
      ...whole,
      priceUnit: 'EUR/certificate',
      legPrices: [price('0.38'), price('78.25'), price('78.25')],
    };
    const said = says(old, {
      body: accept({ lastSeen: { type: 'per-leg', legPrices: old.legPrices ?? [] } }),
    });
    expect(said).toContain('You bought 10 MW at 0.38, traded at 78.25, traded at 78.25 with Nordkraft');
  });

  it('says of what was pressed that it was asked for', () => {
    expect(pressedInWords({ body: accept(), shown: 'You buy 10 MW' })).toBe('Asked for: You buy 10 MW');
    const body = { kind: 'delete-proposals', requestId: RequestId.parse('RQ-1') } as const;
    expect(pressedInWords({ body, shown: 'Delete all' })).toBe('Delete all');
    expect(pressedInWords({ body, shown: 'Delete all' }, 'You', false)).toBe('Asked for: Delete all');
  });

  it('says "you" of nothing that a colleague pressed', () => {
    const six = told({ ...whole, quantity: quantity('6') });
    expect(outcomeSentence('done', six, formatters, 'Tom Berger')).toBe(
      'Tom Berger bought 6 MW at 31.35 EUR/MWh from Nordkraft (asked for 10 MW), trade T-7.',
    );
    const { body } = six;
    const shown = (words: string): string => pressedInWords({ body, shown: words }, 'Tom Berger');
    expect(shown('You buy 10 MW')).toBe('Asked for: Tom Berger buys 10 MW');
    expect(shown('You sell leg 1 (NL), buy leg 2 (DE), 10 MW at 1.00')).toBe(
      'Asked for: Tom Berger sells leg 1 (NL), buys leg 2 (DE), 10 MW at 1.00',
    );
  });

  it('says of an offer that it trades nothing yet', () => {
    const offer: ActionBody = {
      kind: 'send-proposal',
      proposalKind: 'firm',
      requestId: RequestId.parse('RQ-1'),
      direction: 'ask',
      price: { shape: 'single', price: price('31.35') },
      quantity: quantity('5'),
      allOrNone: false,
    };
    const shown = (words: string): string => pressedInWords({ body: offer, shown: words }, 'Tom Berger');
    expect(shown('Firm price proposal: You sell 5 MW')).toBe(
      'Firm price proposal: Tom Berger offers to sell 5 MW',
    );
    expect(shown('You buy leg 1 (NL), sell leg 2 (DE), 10 MW at 1.00')).toBe(
      'Tom Berger bids to buy leg 1 (NL), sell leg 2 (DE), 10 MW at 1.00',
    );
    expect(pressedInWords({ body: offer, shown: 'You sell 5 MW' })).toBe('You offer to sell 5 MW');
    expect(shown('You bid 5 MW at 31.35, in answer to QT-1')).toBe(
      'Tom Berger bids 5 MW at 31.35, in answer to QT-1',
    );
    expect(shown('You offer to sell leg 1 (NL), buy leg 2 (DE), 10 MW')).toBe(
      'Tom Berger offers to sell leg 1 (NL), buy leg 2 (DE), 10 MW',
    );
  });

  it('says what a record contradicts before all else, as an alarm, and the quantity asked for in its own unit', () => {
    const says = 'The record of trade T-7 says you sold; you pressed Buy.';
    const contrary = { ...told(whole), contradictions: [{ about: 'side' as const, says }] };
    expect(outcomeSentence('done', contrary, formatters)).toBe(
      `${says} ${outcomeSentence('done', told(whole), formatters)}`,
    );
    expect(outcomeTone('done', contrary)).toBe('alarm');
    expect(outcomeWord('done', contrary)).toBe('Done, but not as asked');
    const { executed } = told({ ...whole, quantityUnit: 'MWh' });
    const committed = [{ commodity: 'power', side: 'buy' as const, volumes: [{ unit: 'MW', amount: '10' }] }];
    const inOther = { ...told(whole), executed, before: { ...told(whole).before, quoteIds: [], committed } };
    expect(outcomeSentence('done', inOther, formatters)).toContain('bought 10 MWh');
    expect(outcomeSentence('done', inOther, formatters)).toContain('asked for 10 MW)');
    expect(outcomeTone('done', inOther)).toBe('alarm');
  });
});
