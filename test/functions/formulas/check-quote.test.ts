import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { BUILT_IN_LIMITS, type DeskLimits } from '../../../src/domain/limits/limits';
import { RequestId } from '../../../src/domain/identifiers';
import type { Quote } from '../../../src/domain/offers';
import type { Request } from '../../../src/domain/request';
import { checkQuoteFormula } from '../../../src/functions/formulas/check-quote';
import { limitFindings } from '../../../src/taskpane/quoting/pre-trade-check';
import { QUOTE } from '../../../src/taskpane/quoting/purpose';
import { blankDraft, ticketOf } from '../../../src/taskpane/quoting/ticket';
import { formatters } from '../../taskpane/examples';
import { CellFailure } from '../../../src/functions/cells/cell-failure';
import { errorOf, MemoryDesk, NOW, rowsOf, shownBy } from '../formula-context';
import { rawQuote, rawSingle, rawSpread } from '../raw-records';

const OTHER = RequestId.parse('RQ-2');
const ID = RequestId.parse('RQ-1');
const LIMITS: DeskLimits = { limits: BUILT_IN_LIMITS, source: 'built-in' } as unknown as DeskLimits;
const BLOCKING_TWICE = {
  limits: { ...BUILT_IN_LIMITS, duplicate: { step: 'block', withinMs: 60_000 } },
};
const own = (price: string) => ({
  requestId: ID,
  quoteId: 'Q-9',
  direction: 'ask',
  price: { shape: 'single', price },
  quantity: '5',
  allOrNone: false,
  since: NOW,
});
const ask = (id: string, price: number) => rawQuote(id, { 'price-direction': 'ask', legs: [{ price }] });

function deskWith(
  raw: object,
  quotes: readonly object[],
  over: { own?: readonly object[]; proposals?: readonly object[]; limits?: object } = {},
) {
  return new MemoryDesk()
    .knows({ kind: 'request', id: ID }, raw)
    .knows({ kind: 'quotes', id: ID }, quotes)
    .knows({ kind: 'proposals', id: ID }, over.proposals ?? [])
    .knows({ kind: 'own-quotes' }, over.own ?? [])
    .knows({ kind: 'journal' }, [])
    .says({ kind: 'limits' }, {
      state: 'fresh',
      value: { ...LIMITS, ...over.limits },
      fetchedAt: NOW,
    } as never);
}
const check = (given: Partial<Parameters<typeof checkQuoteFormula>[0]>) =>
  checkQuoteFormula({
    id: ID,
    direction: 'ask',
    price: 31.2,
    quantity: null,
    fair: null,
    costs: null,
    field: null,
    ...given,
  });

const SINGLE = rawSingle(ID, { 'all-or-none': false });
const QUOTES = [ask('Q-1', 31.1), ask('Q-2', 31.4)];

describe('CHECKQUOTE', () => {
  it('gives the check and the figures of a quote under a header', () => {
    const [header, row] = rowsOf(check({ fair: 31, costs: [[0.05, 'EUR/MWh']] }), deskWith(SINGLE, QUOTES));
    expect(header).toEqual([
      ...['check', 'says', 'price', 'to best', 'to last trade', 'to fair', 'all-in', 'quantity'],
      ...['MWh', 'money', 'currency', 'replaces', 'to market', 'market'],
    ]);
    const figures = [31.2, 0.1, '', 0.2, 31.15, 5, 43_800, 1_366_560, 'EUR', ''];
    expect(row?.slice(2)).toEqual([...figures, 0.1, 'the best ask']);
    expect(row?.[0]).toBe('ok');
  });

  it('says why costs make no all-in price: of several legs, and of a price that is not one of a MWh', () => {
    const asked = { direction: null, costs: [[0.1, 'EUR/MWh']], field: 'check,all-in,says' };
    const spread = deskWith(rawSpread(ID, { role: 'recipient' }), []);
    const [level, allIn, says] = rowsOf(check({ ...asked, price: [[30, 29]] }), spread)[0] ?? [];
    expect(allIn).toBe('');
    expect(says).toContain(
      'No all-in price: with several legs it is not known whether a cost applies to each.',
    );
    const without = rowsOf(check({ ...asked, costs: null, price: [[30, 29]] }), spread)[0];
    expect(without).toEqual([level, '', expect.not.stringContaining('all-in')]);
    const certificate = rawSingle(ID, {
      'all-or-none': false,
      commodity: 'goo',
      legs: [
        {
          ...{ commodity: 'goo', market: 'EU-WIND', action: 'buy', quantity: 5 },
          ...{ 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31' },
          ...{ 'quantity-unit': 'certificates', 'price-unit': 'EUR/certificate' },
        },
      ],
    });
    expect(rowsOf(check(asked), deskWith(certificate, QUOTES))[0]?.slice(1)).toEqual([
      '',
      expect.stringContaining('No all-in price: the price is not one of a MWh.'),
    ]);
    expect(rowsOf(check(asked), deskWith(SINGLE, QUOTES))[0]?.[2]).not.toContain('all-in');
  });

  it('gives the fields asked for, one row per id, with a price for each', () => {
    const desk = deskWith(SINGLE, QUOTES)
      .knows({ kind: 'request', id: OTHER }, rawSingle('RQ-2'))
      .knows({ kind: 'quotes', id: OTHER }, []);
    const given = { id: [[ID], ['RQ-2'], ['']], price: [[31.2], [''], ['']], field: [['price', 'To best']] };
    expect(rowsOf(check(given), desk)).toEqual([
      [31.2, 0.1],
      ['', ''],
      ['', ''],
    ]);
  });

  it.each([
    ['a usual price', 31.2, 'ok'],
    ['a slip of the key', 312, 'block'],
    ['a changed sign', -31.2, 'block'],
    ['nothing', 0, 'block'],
    ['a price far from the market', 45, 'warn'],
  ])('says to %s what the ticket of the pane says', (_, price, expected) => {
    const desk = deskWith(SINGLE, QUOTES);
    const [[level, says] = []] = rowsOf(check({ price, field: [['check', 'says']] }), desk);
    const request = desk.ask({ kind: 'request', id: ID } as never).value as unknown as Request;
    const { records } = desk.ask({ kind: 'quotes', id: ID } as never).value as unknown as {
      records: Quote[];
    };
    const { findings } = ticketOf(
      request,
      { ...blankDraft(request), prices: [String(price)] },
      {
        purpose: QUOTE,
        formatters,
        limits: (body: ActionBody) =>
          limitFindings(body, { request, offers: records, recent: [], now: NOW, trades: [] }, LIMITS),
      },
    );
    const levels = findings.filter(({ code }) => code !== 'sign').map((finding) => finding.level);
    expect(level).toBe(expected);
    expect(level).toBe(levels.includes('block') ? 'block' : levels.includes('warn') ? 'warn' : 'ok');
    for (const { code, text } of findings) if (code !== 'sign') expect(says).toContain(text);
  });

  it('says what a live quote of this desk means', () => {
    const shown = (price: string) =>
      rowsOf(check({ field: [['check', 'replaces']] }), deskWith(SINGLE, QUOTES, { own: [own(price)] }));
    expect(shown('31.2')).toEqual([['live', '']]);
    expect(shown('31.5')).toEqual([['ok', 'Q-9']]);
  });

  it('says live of a quote that just went out, with what the market says of it now', () => {
    const { quoteId: _, since: __, ...terms } = own('31.2');
    const sent = {
      id: '00000000-0000-4000-8000-000000000001',
      body: { kind: 'send-quote', ...terms },
      shown: 'Ask 31.20',
      state: 'done',
      createdAt: NOW,
    };
    const shown = (price: number, live: string) =>
      rowsOf(
        check({ price, field: [['check', 'says']] }),
        deskWith(SINGLE, QUOTES, { own: [own(live)], limits: BLOCKING_TWICE }).knows({ kind: 'journal' }, [
          sent,
        ]),
      );
    expect(shown(31.2, '31.3')).toEqual([['block', expect.stringContaining('exactly the same')]]);
    expect(shown(31.2, '31.2')).toEqual([['live', 'Unchanged: live as Q-9.']]);
    expect(shown(45, '45')).toEqual([['live', expect.stringMatching(/^Unchanged: live as Q-9\. .*31\.1/)]]);
  });

  it('says of a request of one’s own that others quote it, whatever side is typed', () => {
    const desk = () => deskWith(rawSingle(ID, { role: 'initiator' }), QUOTES);
    for (const direction of ['ask', 'bid', null])
      expect(rowsOf(check({ direction, field: [['check', 'says']] }), desk())).toEqual([
        ['block', expect.stringMatching(/^This is your own request: others quote it\./)],
      ]);
    // It is judged on the side that is typed.
    expect(rowsOf(check({ direction: 'ask', field: 'to best' }), desk())).toEqual([[0.1]]);
    expect(rowsOf(check({ direction: 'bid', field: 'to best' }), desk())).toEqual([['']]);
  });

  it('says in a few words what the check says, also where nothing can be checked as it is typed', () => {
    const short = (given: Parameters<typeof check>[0], desk = deskWith(SINGLE, QUOTES)) =>
      rowsOf(check({ ...given, field: [['check', 'short']] }), desk)[0];
    expect(short({})).toEqual(['ok', 'ok']);
    expect(short({ price: 45 })).toEqual(['warn', '13.90 above best']);
    expect(short({ price: 312 })).toEqual([
      'block',
      expect.stringMatching(/^(280.90 above best|decimal slip)/),
    ]);
    expect(short({ price: 31.2 }, deskWith(SINGLE, [], {}))?.[1]).toMatch(/^no reference/);
    // A number behind a price with a plus would be read as part of it.
    expect(short({ price: 45, fair: 31 })?.[1]).toMatch(/^[^+]+, 2 warnings$/);
    expect(short({}, deskWith(SINGLE, QUOTES, { own: [own('31.2')] }))).toEqual(['live', 'live as it is']);
    expect(short({}, deskWith(rawSingle(ID, { state: 'closed' }), QUOTES))?.[1]).toMatch(/^closed/);
    const wrong = expect.stringContaining('this desk quotes the ask, not the bid') as unknown;
    expect(short({ direction: 'bid' })).toEqual([wrong, 'ask, not bid']);
    expect(short({ quantity: 'much' })?.[1]).toBe('quantity wrong');
    expect(short({ price: [[31, 30]] })?.[1]).toBe('price wrong');
    const none = deskWith(SINGLE, QUOTES).fails(
      { kind: 'request', id: ID },
      { kind: 'not-found', message: 'There is no such request.', next: 'Check its id.' },
    );
    expect(short({}, none)).toEqual([expect.stringContaining('no such request'), 'no such request']);
  });

  it('takes a side for each id of a range', () => {
    const desk = deskWith(SINGLE, QUOTES)
      .knows({ kind: 'request', id: OTHER }, rawSingle('RQ-2', { role: 'initiator' }))
      .knows({ kind: 'quotes', id: OTHER }, QUOTES);
    const given = { id: [[ID], ['RQ-2'], ['RQ-2'], [ID]], direction: [['ask'], ['bid'], [''], ['both']] };
    expect(rowsOf(check({ ...given, field: 'to best' }), desk)).toEqual([
      [0.1],
      [''],
      [''],
      [expect.stringContaining('direction cannot be "both".')],
    ]);
    expect(errorOf(check({ ...given, direction: [['ask'], ['bid']] }), desk)).toContain(
      'direction takes one value, or one for each id. Use a range as large as that of the ids.',
    );
  });

  it('never compares with a quote of this desk that was taken', () => {
    const { quoteId, since: _, ...terms } = own('31.1');
    const sent = {
      id: '00000000-0000-4000-8000-000000000001',
      body: { kind: 'send-quote', ...terms },
      shown: 'Ask 31.10',
      state: 'done',
      createdAt: NOW - 3_600_000,
      quoteId,
    };
    const others = { ...ask('Q-2', 31.4), counterparty: 'Others' };
    const desk = deskWith(SINGLE, [ask('Q-9', 31.1), others]).knows({ kind: 'journal' }, [sent]);
    expect(rowsOf(check({ field: 'to best, to market' }), desk)).toEqual([[-0.2, -0.2]]);
  });

  it('wants the prices that the request is quoted with, and its side', () => {
    const spread = rawSpread(ID, { role: 'recipient' });
    const two = rowsOf(check({ price: [[30, 29]], direction: null, field: 'price' }), deskWith(spread, []));
    expect(two.flat()).toEqual([expect.any(Number)]);
    const cell = (given: Parameters<typeof check>[0], raw: object) => {
      const shown = shownBy(check({ ...given, field: 'price' }), deskWith(raw, []));
      const [[only] = []] = shown instanceof CellFailure ? [[shown]] : shown;
      return only instanceof CellFailure ? only.message : only;
    };
    const three = cell({ price: [[30, 29, 1]], direction: null }, spread);
    expect(three).toContain('is quoted with 2 prices, one for each leg.');
    expect(three).toContain('Its net price alone is one cell.');
    expect(cell({ price: [[31, 30]] }, SINGLE)).toContain('is quoted with one price. Give one cell.');
    expect(cell({ direction: 'bid' }, SINGLE)).toContain('On RQ-1 this desk quotes the ask, not the bid.');
    expect(cell({ quantity: 'much' }, SINGLE)).toContain('"much" is not a quantity.');
  });

  it('warns of a part where the platform has not yet shown that it takes one', () => {
    const shown = (limits: object) =>
      rowsOf(check({ quantity: 2, field: [['check', 'says']] }), deskWith(SINGLE, QUOTES, { limits }));
    expect(shown({})).toEqual([['ok', '']]);
    expect(shown({ unprovenParts: ['offer'] })).toEqual([
      ['warn', expect.stringContaining('has not yet shown that it takes a part')],
    ]);
  });

  it('compares with the price proposals of a request that shows no quote of others, and with none where there are none', () => {
    const asked = rawSingle(ID, { role: 'recipient', 'all-or-none': false });
    const proposals = [
      { ...ask('P-1', 5.5), 'price-proposal-id': 'P-1', kind: 'firm', 'price-direction': 'bid' },
    ];
    const desk = deskWith(asked, [], { proposals });
    const field = [['check', 'says']];
    expect(rowsOf(check({ field }), desk)).toEqual([
      ['block', expect.stringContaining('above the best firm bid 5.50')],
    ]);
    expect(rowsOf(check({ field: 'to best, to market, market' }), desk)).toEqual([
      ['', 25.7, 'the best firm bid'],
    ]);
    expect(rowsOf(check({ field: 'short' }), desk)).toEqual([
      [expect.stringMatching(/^25\.70 above firm bid/)],
    ]);
    const none = deskWith(asked, []);
    const unchecked = [['warn', expect.stringContaining('No reference to check the price against: ')]];
    expect(rowsOf(check({ field }), none)).toEqual(unchecked);
    none.says({ kind: 'proposals', id: ID }, {
      state: 'failed',
      failure: { kind: 'unsupported', message: 'Not offered.', next: 'Look at paths.' },
    } as never);
    expect(rowsOf(check({ field }), none)).toEqual(unchecked);
  });

  it('is not ok where no limit holds the price against the market', () => {
    const { bestPrice } = BUILT_IN_LIMITS;
    const limits = {
      ...BUILT_IN_LIMITS,
      signFlip: 'off',
      factorOfTen: 'off',
      bestPrice: { ignoreUpTo: bestPrice.ignoreUpTo },
    };
    const desk = deskWith(SINGLE, QUOTES, { limits: { limits } });
    expect(rowsOf(check({ field: [['check', 'says']] }), desk)).toEqual([
      ['not checked', 'Price not checked: no limit of this desk compares prices with the market.'],
    ]);
  });

  it('blocks a quote on a request that is over, whatever its price', () => {
    const desk = deskWith(rawSingle(ID, { state: 'closed', 'all-or-none': false }), QUOTES);
    expect(rowsOf(check({ field: [['check', 'says']] }), desk)).toEqual([
      ['block', expect.stringContaining('This request is closed; it takes no more quotes.')],
    ]);
  });

  it('says of a price with too many decimals that it has to be rounded', () => {
    const [[cell] = []] = rowsOf(check({ price: 70.852598091234, field: 'price' }), deskWith(SINGLE, QUOTES));
    expect(String(cell)).toContain('ROUND it');
  });

  it('blocks more than is asked for', () => {
    const [[level, says] = []] = rowsOf(
      check({ quantity: 50, field: [['check', 'says']] }),
      deskWith(SINGLE, QUOTES),
    );
    expect([level, says]).toEqual([
      'block',
      expect.stringContaining('The request asks for 5 MW; 50 MW is more.'),
    ]);
    // Once, also of a request whose legs are both smaller.
    const spread = deskWith(rawSpread(ID, { role: 'recipient' }), []);
    const two = { direction: null, price: [[31, 30]], quantity: 50 };
    const [[said] = []] = rowsOf(check({ ...two, field: 'says' }), spread);
    expect(said).toMatch(/^Leg 2 asks for 10 MW; 50 MW is more\./);
    expect(said).not.toContain('asks for only');
  });

  it('holds a price against the fair one that is given, by the levels of the market', () => {
    const cells = (given: Parameters<typeof check>[0], quotes = QUOTES, raw: object = SINGLE) =>
      rowsOf(check({ field: 'check, says, to fair', direction: null, ...given }), deskWith(raw, quotes))[0];
    expect(cells({ fair: 31.1 })).toEqual(['ok', '', 0.1]);
    expect(cells({})).toEqual(['ok', '', '']);
    const [level, says, away] = cells({ price: 310, fair: 31 }, []) ?? [];
    expect([level, away]).toEqual(['block', 279]);
    expect(says).toContain('above your fair price 31');
    const spread = rawSpread(ID, { role: 'recipient' });
    const swapped = cells({ price: [[53, 70.2]], fair: 17.5 }, [], spread);
    expect(swapped?.[0]).toBe('block');
    expect(swapped?.[1]).toContain('your fair price 17.5');
  });

  it('takes the net price of a spread, and says that legs and money are not checked', () => {
    const spread = rawSpread(ID, { role: 'recipient' });
    const asked = { direction: null, field: 'check,says,price,to best,to fair,money' };
    const quote = rawQuote('Q-1', { 'price-direction': 'ask', legs: [{ price: 30 }, { price: 29 }] });
    const cells = (price: unknown, fair: number) =>
      rowsOf(check({ ...asked, price, fair }), deskWith(spread, [quote]))[0];
    const unchecked = 'Without the price of each leg, legs and money are not checked.';
    expect(cells(1.1, 1)).toEqual([
      'not checked',
      unchecked,
      1.1,
      expect.closeTo(0.1),
      expect.closeTo(0.1),
      '',
    ]);
    expect(cells([[30.1, 29]], 1)?.slice(0, 3)).toEqual(['ok', '', 1.1]);
    expect(cells(31, 1)?.[0]).not.toBe('not checked');
    expect(cells(31, 1)?.[1]).toContain('your fair price 1');
    const [power, gas] = spread.legs as [object, object];
    const units = { ...spread, legs: [power, { ...gas, 'price-unit': 'GBP/therm' }] };
    const [[noNet] = []] = rowsOf(check({ ...asked, price: 1.1 }), deskWith(units, []));
    expect(String(noNet)).toContain('is quoted with 2 prices, one for each leg. Give 2 cells side by side.');
  });

  it('adds up the money of a spread by its legs', () => {
    const spread = rawSpread(ID, { role: 'recipient' });
    const cells = (price: unknown) =>
      rowsOf(check({ price, direction: null, field: 'price,money,currency,MWh' }), deskWith(spread, []))[0];
    const [net, money, currency, energy] = cells([[30, 29]]) ?? [];
    expect([net, currency]).toEqual([1, 'EUR']);
    expect(money).toBe(Number(energy));
  });
});
