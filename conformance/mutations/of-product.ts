import type { Mutation } from './mutation';

const PLATFORM = 'src/gateway/platform';
const BODIES = `${PLATFORM}/request-bodies.ts`;
const CALLS = `${PLATFORM}/calls.ts`;
const READ_OFFERS = 'src/contract/service/read-offers.ts';
const VALUES = `${PLATFORM}/dialect/values.ts`;

/** Products that do not do on a platform what they tell: each has to fail the rows that judge it by the truth. */
export const PRODUCT_MUTATIONS: readonly Mutation[] = [
  {
    name: 'an acceptance carries the price of leg 1 for every leg',
    file: BODIES,
    find: "{ type: 'per-leg', legs: lastSeen.legPrices.map((price) => ({ price: toNumber(price) })) }",
    replace:
      "{ type: 'per-leg', legs: lastSeen.legPrices.map((price) => ({ price: toNumber(lastSeen.legPrices[0] ?? price) })) }",
    rows: ['P.4.accept.a'],
  },
  {
    name: 'a standard spread is accepted at leg prices',
    file: BODIES,
    find: "? { type: 'standard-spread', 'spread-price': toNumber(lastSeen.spreadPrice) }",
    replace: "? { type: 'per-leg', legs: [{ price: toNumber(lastSeen.spreadPrice) }] }",
    rows: ['P.4.accept.c'],
  },
  {
    name: 'an acceptance of a part is sent as one of all',
    file: BODIES,
    find: '...(quantity !== undefined && { quantity: Number(quantity) }),',
    replace: '',
    rows: ['P.4.accept.b'],
  },
  {
    name: 'bid is sent for ask',
    file: BODIES,
    find: "'price-direction': offer.direction,",
    replace: "'price-direction': offer.direction === 'ask' ? 'bid' : 'ask',",
    rows: ['P.4.quote.a', 'P.4.proposal.a'],
  },
  {
    name: 'every offer is sent as all or none',
    file: BODIES,
    find: "'all-or-none': offer.allOrNone,",
    replace: "'all-or-none': true,",
    rows: ['P.4.quote.c'],
  },
  {
    name: 'a firm proposal is sent as an indicative one',
    file: BODIES,
    find: 'success({ kind: proposal.kind, ...body.value })',
    replace: "success({ kind: 'indicative', ...body.value })",
    rows: ['P.4.proposal.a'],
  },
  {
    name: 'a counteroffer does not name its quote',
    file: BODIES,
    find: "{ 'quotation-id': counteroffer.quoteId, ...body.value }",
    replace: "{ 'quotation-id': counteroffer.requestId, ...body.value }",
    rows: ['P.4.counteroffer.a'],
  },
  {
    name: 'of a swap the certificate and one power leg are quoted',
    file: BODIES,
    find: "if (price.shape === 'per-leg') return price.legPrices;",
    replace: "if (price.shape === 'per-leg') return price.legPrices.slice(0, 2);",
    rows: ['P.4.quote.d'],
  },
  {
    name: 'the net price that is sent has its former sign',
    file: 'src/domain/spread.ts',
    find: '  action1 === action2 ? plus(leg1, leg2) : minus(leg1, leg2);',
    replace:
      "  action1 === action2 ? plus(leg1, leg2) : action1 === 'sell' ? minus(leg2, leg1) : minus(leg1, leg2);",
    rows: ['P.4.quote.a'],
  },
  {
    name: 'legs of one direction are subtracted',
    file: 'src/domain/spread.ts',
    find: '  action1 === action2 ? plus(leg1, leg2) : minus(leg1, leg2);',
    replace: '  action1 === undefined ? plus(leg1, leg2) : minus(leg1, leg2 ?? action2);',
    rows: ['P.4.counteroffer.a'],
  },
  {
    name: 'prices of legs are read the wrong way round',
    file: READ_OFFERS,
    find: "return { shape: 'per-leg', legPrices: prices,",
    replace: "return { shape: 'per-leg', legPrices: [...prices].reverse(),",
    rows: ['P.2.quote.a', 'P.2.spread'],
  },
  {
    name: 'the net price beside legs is not read',
    file: READ_OFFERS,
    find: '...(exact !== undefined && { spreadPrice: exact }) };',
    replace: '...(exact === undefined && { spreadPrice: exact }) };',
    rows: ['P.2.quote.a', 'P.2.spread'],
  },
  {
    name: 'the price of a trade is that of its first leg',
    file: 'src/contract/service/read-trade.ts',
    find: "  const price = reader.price('price', wire.price);\n",
    replace: "  const price = reader.price('price', wire.legs?.[0]?.price ?? wire.price);\n",
    rows: ['P.1.trades.c'],
  },
  {
    name: 'a list ends with its first page',
    file: `${PLATFORM}/pages.ts`,
    find: '    if (next.value === undefined) {',
    replace: '    if (next.value === undefined || pages > 0) {',
    rows: ['P.1.monitor.a', 'P.1.trades.a', 'P.1.trades.c'],
  },
  {
    name: 'quantities are read with one digit too many',
    file: VALUES,
    find: '? shifted(text, -scaled)',
    replace: '? shifted(text, 1 - scaled)',
    rows: ['P.1.monitor.a', 'P.2.quote.a', 'P.1.trades.b'],
  },
  {
    name: 'quantities are written with one digit too many',
    file: VALUES,
    find: 'const whole = shifted(text, scaled);',
    replace: 'const whole = shifted(text, scaled - 1);',
    rows: ['P.4.quote.c', 'P.4.accept.b'],
  },
  {
    name: 'zeros before an identifier are lost',
    file: VALUES,
    find: "(typeof value === 'string' ? value : notA(value, 'text'))",
    replace: "(typeof value === 'string' ? value.replace(/^0+/, '') : notA(value, 'text'))",
    rows: ['P.1.monitor.a', 'P.1.monitor.c'],
  },
  {
    name: 'every call signs in anew',
    file: `${PLATFORM}/token.ts`,
    find: 'if (now >= state.renewAt) void this.renew(lane);',
    replace: 'if (now >= 0) return this.renew(lane);',
    rows: ['P.5.sign-in'],
  },
  {
    name: 'a token that has ended is not renewed',
    file: CALLS,
    find: "if (attempt.kind !== 'answered' || attempt.answer.status !== 401) return",
    replace: "if (attempt.kind !== 'answered' || attempt.answer.status > 0) return",
    rows: ['P.5.renewed'],
  },
  {
    name: 'a write without an answer is sent again',
    file: CALLS,
    find: "    if (attempt.kind === 'trouble') {\n",
    replace:
      "    if (attempt.kind === 'trouble') {\n      if (call.operation === 'send-quote') return this.send(call, lane);\n",
    rows: ['P.7.lost.a', 'P.7.lost.b'],
  },
  {
    name: 'a write without an answer is told as not executed',
    file: CALLS,
    find: "attempt.trouble === 'unreachable' ? neverSent",
    replace: "attempt.trouble !== 'no-answer' ? neverSent",
    rows: ['P.7.lost.a'],
  },
  {
    name: "the platform's words are not told",
    file: `${PLATFORM}/errors.ts`,
    find: "  errors.length === 0\n    ? ''",
    replace: "  errors.length >= 0\n    ? ''",
    rows: ['P.7.refused'],
  },
  {
    name: 'a refused call is not counted',
    file: `${PLATFORM}/rate-limit/limiter.ts`,
    find: "        this.count(lane, 'refused');\n        this.day.ended(counted, { sent: true });",
    replace: "        this.count(lane, 'refused');\n        this.day.ended(counted, { sent: false });",
    rows: ['P.8.counted'],
  },
  {
    name: 'a read that is one call too many is given up',
    file: CALLS,
    find: 'const REQUEUED_TIMES_MAX = 3;',
    replace: 'const REQUEUED_TIMES_MAX = 0;',
    rows: ['P.8.throttled'],
  },
  {
    name: 'nothing follows from an event',
    file: 'src/gateway/events/event-invalidation.ts',
    find: "for (const event of events) if (event.origin !== 'test') this.drawOne(event);",
    replace: "for (const event of events) if (event.origin === 'test') this.drawOne(event);",
    rows: ['P.6.event'],
  },
  {
    name: 'the request of an event is not read',
    file: 'src/contract/event/event-body.ts',
    find: "names: ['request-id']",
    replace: "names: ['request-number']",
    rows: ['P.6.event'],
  },
];
