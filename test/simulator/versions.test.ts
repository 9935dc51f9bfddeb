import { expect, it } from 'vitest';
import { OPEN, tender, withDesk, type Fields } from './desk-client';

const net = { type: 'standard-spread', 'price-direction': 'bid', 'spread-price': 1.02, kind: 'firm' };
const leg = (start: string, end: string, action: string): Fields => ({
  ...{ commodity: 'power', market: 'DE', 'load-profile': 'base', action, quantity: 10 },
  'delivery-start': start,
  'delivery-end': end,
});
const standard = {
  legs: [leg('2027-01-01', '2027-03-31', 'buy'), leg('2027-04-01', '2027-06-30', 'sell')],
};

it.each(['2.0', '2.1', '2.2'])(
  'asks for v2.3 when a standard spread is created, quoted or analysed on v%s',
  async (version) => {
    await withDesk(async (desk) => {
      const replies = [
        await desk.post(`/v${version}/tender/requests`, standard),
        await desk.post(`${tender(OPEN.askedStandard, version)}/quotations`, net),
        await desk.get(`${tender(OPEN.ownStandard, version)}/analytics`),
      ];
      for (const reply of replies) {
        expect([reply.status, reply.code]).toEqual([422, 'upgrade-required']);
        expect(reply.errors[0]?.message).toContain('please upgrade to v2.3');
      }
      expect(await desk.quotes(OPEN.askedStandard)).toEqual([]);
    })();
  },
);

it(
  'asks for v2.3 when a standard spread is proposed or countered on v2.2',
  withDesk(async (desk) => {
    const at = tender(OPEN.askedStandard, '2.2');
    expect((await desk.post(`${at}/price-proposal`, net)).code).toBe('upgrade-required');
    expect((await desk.post(`${at}/price-proposals`, net)).code).toBe('upgrade-required');
    const body = { ...net, 'quotation-id': 'QT-1' };
    expect((await desk.post(`${at}/individual-counteroffers`, body)).code).toBe('upgrade-required');
  }),
);

it(
  'lets standard spreads be read on v2.2',
  withDesk(async (desk) => {
    const at = tender(OPEN.ownStandard, '2.2');
    for (const path of ['', '/quotations', '/price-proposals', '/individual-counteroffers']) {
      expect((await desk.get(`${at}${path}`)).status).toBe(200);
    }
    expect((await desk.get(at)).body['contract']).toBe('standard-spread');
  }),
);

it(
  'creates, quotes and analyses standard spreads on v2.3',
  withDesk(async (desk) => {
    const created = await desk.post('/v2.3/tender/requests', standard);
    expect([created.status, created.body['contract']]).toEqual([201, 'standard-spread']);
    expect((await desk.post(`${tender(OPEN.askedStandard)}/quotations`, net)).status).toBe(201);
    const analytics = (await desk.get(`${tender(OPEN.ownStandard)}/analytics`)).body;
    expect(analytics).toMatchObject({ type: 'standard-spread', 'contract-type': 'standard-spread' });
  }),
);

it(
  'turns the sign of a spread price in the deprecated quotations of v2.0 alone',
  withDesk(async (desk) => {
    const body = {
      'price-direction': 'bid',
      legs: [{ price: 30 }, { price: 29 }],
      quantity: 15,
      'spread-price': 1,
    };
    expect((await desk.post(`${tender(OPEN.askedLocation, '2.0')}/quotations`, body)).status).toBe(422);
    for (const version of ['2.1', '2.2', '2.3']) {
      expect((await desk.post(`${tender(OPEN.askedLocation, version)}/quotations`, body)).status).toBe(201);
    }
    const prices = [];
    for (const version of ['2.0', '2.1', '2.2', '2.3']) {
      prices.push((await desk.quotes(OPEN.askedLocation, version))[0]?.['spread-price']);
    }
    expect(prices).toEqual([-1, 1, 1, 1]);
  }),
);

it(
  'follows today’s rule in the proposals of every version that has them',
  withDesk(async (desk) => {
    const legs = [30, 29];
    await desk.act({ do: 'propose', requestId: OPEN.askedLocation, legs });
    for (const version of ['2.0', '2.2', '2.3']) {
      const [proposal] = (await desk.get(`${tender(OPEN.askedLocation, version)}/price-proposals`)).items;
      expect([version, proposal?.['spread-price']]).toEqual([version, 1]);
    }
    expect((await desk.get(`${tender(OPEN.askedLocation, '2.1')}/price-proposals`)).status).toBe(404);
  }),
);

it(
  'leaves leg prices and trades as they are in every version',
  withDesk(async (desk) => {
    const trades = (await desk.get('/v2/trades')).items;
    const spread = (await desk.truth())['trades'] as Fields[];
    const id = String(spread.find(({ contract }) => contract === 'spread')?.['trade-id']);
    const bodies = [];
    for (const version of ['2.0', '2.1', '2.2', '2.3'])
      bodies.push((await desk.get(`/v${version}/trades/${id}`)).text);
    expect(new Set(bodies).size).toBe(1);
    expect(trades.some((trade) => trade['trade-id'] === id)).toBe(true);
  }),
);

it(
  'marks the tender endpoints before v2.2 as deprecated',
  withDesk(async (desk) => {
    const marks = [];
    for (const version of ['2.0', '2.1', '2.2', '2.3']) {
      marks.push((await desk.get(`/v${version}/tender/requests`)).headers.get('deprecation'));
    }
    expect(marks).toEqual(['true', 'true', null, null]);
  }),
);

it(
  'has executions, single proposals and counteroffers from v2.2 on only',
  withDesk(async (desk) => {
    const at = tender(OPEN.ownBuy, '2.1');
    for (const path of ['trade', 'price-proposal', 'individual-counteroffers']) {
      expect((await desk.post(`${at}/${path}`, {})).status).toBe(404);
    }
  }),
);
