import type { Mutation } from './mutation';

const SIMULATOR = 'src/simulator';
const OFFER = `${SIMULATOR}/world/offer.ts`;
const OFFER_PRICE = `${SIMULATOR}/world/offer-price.ts`;
const EXECUTION = `${SIMULATOR}/world/execution.ts`;
const WORLD = `${SIMULATOR}/world/world.ts`;
const TERMS = `${SIMULATOR}/routes/offer-terms.ts`;
const TRADE_EXECUTION = `${SIMULATOR}/routes/trade-execution.ts`;
const REQUESTS = `${SIMULATOR}/routes/tender-requests.ts`;
const RISK = `${SIMULATOR}/routes/risk-management.ts`;
const LIST = `${SIMULATOR}/http/list-query.ts`;
const PLAN = `${SIMULATOR}/http/usage-plan.ts`;
const ACCESS = `${SIMULATOR}/http/access.ts`;
const WEBHOOK = `${SIMULATOR}/http/webhook.ts`;
const PLATFORM = `${SIMULATOR}/http/platform.ts`;

/** Platforms that are not what the document says: each has to fail the rows of the sentence that it breaks. */
export const SIMULATOR_MUTATIONS: readonly Mutation[] = [
  {
    name: 'of a last-seen price only leg 1 is compared',
    file: OFFER_PRICE,
    find: 'return a.legs.every((price, leg) => b.legs[leg]?.eq(price) === true);',
    replace: 'return b.legs[0].eq(a.legs[0]);',
    rows: ['2.seen.2'],
  },
  {
    name: 'a standard spread is traded at leg prices',
    file: OFFER_PRICE,
    find: "if (b.shape === 'net' || a.legs.length !== b.legs.length) return false;",
    replace: "if (b.shape === 'net') return true;\n  if (a.legs.length !== b.legs.length) return false;",
    rows: ['2.seen.1'],
  },
  {
    name: 'a spread is traded at its net price alone',
    file: OFFER_PRICE,
    find: "if (a.shape === 'net') return b.shape === 'net' && a.net.eq(b.net);",
    replace: "if (a.shape === 'net') return b.shape !== 'net' || a.net.eq(b.net);",
    rows: ['2.seen.2', '4.table.13c'],
  },
  {
    name: 'leg prices are taken as an offer on a standard spread',
    file: TERMS,
    find: "  const net = body['spread-price'];\n  if (typeof net !== 'number') {\n",
    replace:
      "  const [leg1, leg2] = body.legs ?? [];\n  if (leg1 && leg2) return { value: { shape: 'net', net: exact(leg1.price ?? 0).minus(leg2.price ?? 0) } };\n  const net = body['spread-price'];\n  if (typeof net !== 'number') {\n",
    rows: ['2.quote.2c', '2.counteroffer.1'],
  },
  {
    name: 'a net price alone is taken for a spread of two legs',
    file: TERMS,
    find: "  if (body.type === 'standard-spread') {\n",
    replace:
      "  const net = body['spread-price'];\n  if (body.type === 'standard-spread' && typeof net === 'number') return { value: { shape: 'legs', legs: [exact(net), exact(0)] } };\n  if (body.type === 'standard-spread') {\n",
    rows: ['2.quote.2c'],
  },
  {
    name: 'nobody is suggested as a recipient',
    file: `${SIMULATOR}/routes/smart-recipients.ts`,
    find: 'const SUGGESTIONS = 5;',
    replace: 'const SUGGESTIONS = 0;',
    rows: ['4.other.4'],
  },
  {
    name: 'the same recipient is suggested five times',
    file: `${SIMULATOR}/routes/smart-recipients.ts`,
    find: 'COUNTERPARTIES[(first + rank) % COUNTERPARTIES.length]',
    replace: 'COUNTERPARTIES[first % COUNTERPARTIES.length]',
    rows: ['4.other.4'],
  },
  {
    name: 'load shapes are lists of empty records',
    file: `${SIMULATOR}/world/leg.ts`,
    find: 'monthsOf(leg.delivery).map((month) => ({\n',
    replace: 'monthsOf(leg.delivery).map((month): Record<string, unknown> => month.start ? {} : ({\n',
    rows: ['4.other.5a', '4.other.5b'],
  },
  {
    name: 'a load shape is the first month alone',
    file: `${SIMULATOR}/world/leg.ts`,
    find: 'monthsOf(leg.delivery).map((month) => ({\n',
    replace: 'monthsOf(leg.delivery).slice(0, 1).map((month) => ({\n',
    rows: ['4.other.5a'],
  },
  {
    name: 'throttled calls are not counted',
    file: PLAN,
    find: 'usedToday: current.usedToday + 1,',
    replace: 'usedToday: current.usedToday + (hasToken ? 1 : 0),',
    rows: ['8.1'],
  },
  {
    name: 'the bucket fills twice as fast',
    file: PLAN,
    find: '(elapsedMs * limits.ratePerSecond) / 1000',
    replace: '(elapsedMs * limits.ratePerSecond) / 500',
    rows: ['8.plan', '8.table.1'],
  },
  {
    name: 'the quota of the day ends nothing',
    file: PLAN,
    find: 'const quotaLeft = current.usedToday < limits.perDay;',
    replace: 'const quotaLeft = current.usedToday < Infinity;',
    rows: ['8.table.3', '8.1b'],
  },
  {
    name: 'a spent day is told as one call too many',
    file: PLATFORM,
    find: "return verdict.kind === 'granted' ? undefined : throttled(verdict.kind, verdict.retryAfterSeconds);",
    replace: "return verdict.kind === 'granted' ? undefined : throttled('throttled', 1);",
    rows: ['8.1b'],
  },
  {
    name: 'reads of standard spreads have no price',
    file: OFFER,
    find: "{ type: 'standard-spread', 'spread-price': price.net.toNumber() }",
    replace: "{ type: 'standard-spread' }",
    rows: ['2.quote.2d', '4.std.3', '4.std.3b'],
  },
  {
    name: 'on v2.2 a standard spread is read without its price',
    file: OFFER,
    find: "  ...wireOffer(counteroffer, request, ruleOf('counteroffer', version)),",
    replace:
      "  ...wireOffer(counteroffer, request, ruleOf('counteroffer', version)),\n  ...(version < '2.3' && { 'spread-price': null }),",
    rows: ['4.std.3b'],
  },
  {
    name: 'the spread price still has its former sign',
    file: `${SIMULATOR}/world/spread-rule.ts`,
    find: "const reversed = rule === 'former' && action1 === 'sell';",
    replace: "const reversed = action1 === 'sell';",
    rows: ['2.spread.2b', '2.spread.2c', '2.spread.4', '2.spread.5'],
  },
  {
    name: 'legs of the same direction are subtracted',
    file: `${SIMULATOR}/world/spread-rule.ts`,
    find: 'if (action1 === action2) return leg1.plus(leg2);',
    replace: 'if (action1 === action2) return leg1.minus(leg2);',
    rows: ['2.spread.3', '2.spread.5'],
  },
  {
    name: 'the leg prices that the operator enters do not make the net price',
    file: EXECUTION,
    find: 'legs: [leg1, leg1.minus(net)]',
    replace: 'legs: [leg1, leg1.plus(net)]',
    rows: ['2.spread.1'],
  },
  {
    name: 'prices of quotes are rounded to a tenth',
    file: TERMS,
    find: "(typeof price === 'number' ? exact(price) : undefined)",
    replace: "(typeof price === 'number' ? exact(price).round(1) : undefined)",
    rows: ['4.table.8c'],
  },
  {
    name: 'a quote for a part becomes one for all',
    file: TERMS,
    find: 'quantity: quantity.value, allOrNone };',
    replace: 'quantity: request.remaining, allOrNone };',
    rows: ['4.table.8c'],
  },
  {
    name: 'a swap may have different power prices',
    file: TERMS,
    find: 'if (power && otherPower && !power.eq(otherPower)) {',
    replace: 'if (power && otherPower && power.lt(-1)) {',
    rows: ['2.swap.2b'],
  },
  {
    name: 'a swap may lack the price of its certificate',
    file: TERMS,
    find: '  const [certificate, power, otherPower] = prices;\n',
    replace: '  const [certificate = prices[1], power, otherPower] = prices;\n',
    rows: ['2.swap.1b'],
  },
  {
    name: 'withdrawn quotes stay live',
    file: WORLD,
    find: '    this.setQuote(withdrawn);\n',
    replace: '',
    rows: ['4.other.1', '1.2.3a', '4.table.8a'],
  },
  {
    name: 'quotes of every request are listed',
    file: `${SIMULATOR}/routes/quotations.ts`,
    find: 'const quotes = world.visibleQuotes(request).map(',
    replace: 'const quotes = [...world.quotes.values()].flat().map(',
    rows: ['4.other.2', '1.2.4'],
  },
  {
    name: 'new proposals stand beside the old ones',
    file: WORLD,
    find: '    this.proposals.set(requestId, proposals);\n',
    replace:
      '    this.proposals.set(requestId, proposals.length > 0 ? [...this.proposalsOf(requestId), ...proposals] : []);\n',
    rows: ['2.proposal.2', '4.table.11b'],
  },
  {
    name: 'deleted proposals are still there',
    file: `${SIMULATOR}/routes/price-proposals.ts`,
    find: 'if (deleted > 0) world.replaceProposals(request.id, []);',
    replace: 'if (deleted > 9) world.replaceProposals(request.id, []);',
    rows: ['4.table.12', '9.4f'],
  },
  {
    name: 'every proposal is indicative',
    file: `${SIMULATOR}/routes/price-proposals.ts`,
    find: 'kind: body.kind,',
    replace: "kind: 'indicative',",
    rows: ['2.proposal.1a', '4.table.11a', '4.table.10'],
  },
  {
    name: 'proposals are taken on concluded requests',
    file: `${SIMULATOR}/routes/price-proposals.ts`,
    find: '    mustBeOpen(request);\n    const proposal: Proposal = {',
    replace: '    const proposal: Proposal = {',
    rows: ['7.1e'],
  },
  {
    name: 'quotes are taken on concluded requests',
    file: `${SIMULATOR}/routes/quotations.ts`,
    find: '    mustBeOpen(request);\n',
    replace: '',
    rows: ['7.1e'],
  },
  {
    name: 'counteroffers are taken and forgotten',
    file: WORLD,
    find: '    this.counteroffers.set(counteroffer.requestId, [...known, counteroffer]);\n',
    replace: '    this.counteroffers.set(counteroffer.requestId, known);\n',
    rows: ['4.table.9', '2.counteroffer.1', '1.2.3c'],
  },
  {
    name: 'a counteroffer does not say which quote it answers',
    file: OFFER,
    find: "  'quotation-id': counteroffer.quoteId,\n",
    replace: '',
    rows: ['4.table.9', '1.2.3c'],
  },
  {
    name: 'an acceptance executes at any price',
    file: TRADE_EXECUTION,
    find: 'if (!samePrice(seenPrice(body), offer.price)) {',
    replace: 'if (seenPrice(body) === undefined) {',
    rows: ['4.table.13c', '2.spread.7', '7.4', '2.seen.1'],
  },
  {
    name: 'a refused acceptance executes all the same',
    file: TRADE_EXECUTION,
    find: "    const message = 'The last-seen-price is no longer the current price; nothing was executed.';\n",
    replace:
      "    execute(world, { request, quantity: takenQuantity(body, request, offer), at: world.now, ...accepted });\n    const message = 'The last-seen-price is no longer the current price; nothing was executed.';\n",
    rows: ['4.table.13c', '7.4'],
  },
  {
    name: 'a part is taken where it is all or none',
    file: TRADE_EXECUTION,
    find: 'if (quantity.lt(most) && (request.allOrNone || offer.allOrNone)) {',
    replace: 'if (quantity.lt(0)) {',
    rows: ['9.4e'],
  },
  {
    name: 'an accepted quote can be accepted again',
    file: EXECUTION,
    find: "  const remaining = request.remaining.minus(quantity);\n  const trade = tradeOf(world, deal);\n  const standard = offer.price.shape === 'net';\n  if (quote) world.setQuote(remaining.gt(0) ? takenFrom(quote, quantity) : ended(quote, 'accepted'));\n",
    replace:
      "  const remaining = request.remaining;\n  const trade = tradeOf(world, deal);\n  const standard = offer.price.shape === 'net';\n",
    rows: ['4.table.13a', '1.2.5', '2.seen.1'],
  },
  {
    name: 'a trade has its legs the wrong way round',
    file: EXECUTION,
    find: 'legs: pricedLegs([ours(first), ...rest.map(ours)], offer.price),',
    replace:
      'legs: pricedLegs(([first, ...rest].map(ours).reverse() as unknown) as [Leg, ...Leg[]], offer.price),',
    rows: ['2.request.5b'],
  },
  {
    name: 'a trade is priced at leg 1 alone',
    file: EXECUTION,
    find: 'price: prices[index] ?? null });',
    replace: 'price: prices[0] ?? null });',
    rows: ['2.seen.2', '2.spread.6i'],
  },
  {
    name: 'every leg is cleared as leg 1 is',
    file: `${SIMULATOR}/world/tender-request.ts`,
    find: 'legs: request.legs.map(wireLeg),',
    replace: 'legs: request.legs.map((leg) => wireLeg({ ...leg, clearing: request.legs[0].clearing })),',
    rows: ['2.request.5e'],
  },
  {
    name: 'standard spreads are of the spread type location',
    file: `${SIMULATOR}/world/contract-kind.ts`,
    find: "  if (first.market !== second.market) return 'location';",
    replace: "  if (first.market !== second.market || isStandard(first, second)) return 'location';",
    rows: ['2.request.3b'],
  },
  {
    name: 'the end of a period filters nothing',
    file: LIST,
    find: 'at >= period.from && at < period.to',
    replace: 'at >= period.from',
    rows: ['4.table.2b', '4.table.4b', '4.table.4c'],
  },
  {
    name: 'trades are not filtered by commodity',
    file: `${SIMULATOR}/routes/trades.ts`,
    find: '.filter(({ legs }) => commodity === null || legs[0].commodity === commodity)',
    replace: ".filter(({ legs }) => commodity !== '' && legs.length > 0)",
    rows: ['4.table.2a'],
  },
  {
    name: 'trades are listed newest first',
    file: `${SIMULATOR}/routes/trades.ts`,
    find: '.sort((a, b) => a.tradedAt - b.tradedAt)',
    replace: '.sort((a, b) => b.tradedAt - a.tradedAt)',
    rows: ['4.table.2d'],
  },
  {
    name: 'every page is the first one',
    file: LIST,
    find: 'const from = startOf(call, lists, size);',
    replace: 'const from = 0 * startOf(call, lists, size);',
    rows: ['4.table.2c'],
  },
  {
    name: 'closed requests are still listed as open',
    file: REQUESTS,
    find: "    .filter(({ state }) => (state === 'open') === (which === 'open'))\n",
    replace: "    .filter(({ state }) => which === 'open' || state !== 'open')\n",
    rows: ['3.1', '3.1b', '4.table.4a', '4.other.3'],
  },
  {
    name: "the initiator's comment is lost",
    file: `${SIMULATOR}/world/tender-request.ts`,
    find: '...(feedbackComment !== undefined && { feedbackComment })',
    replace: "...(feedbackComment !== undefined && { feedbackComment: 'Thank you.' })",
    rows: ['2.analytics.3c'],
  },
  {
    name: 'v2.2 knows standard spreads',
    file: `${SIMULATOR}/http/call.ts`,
    find: "version < '2.3'",
    replace: "version < '2.2'",
    rows: ['4.std.1a', '4.std.2', '4.table.5c', '7.2'],
  },
  {
    name: 'a standard spread on v2.2 is refused after it was made',
    file: REQUESTS,
    find: '    mustKnowStandardSpreads(call, asked.kind.contract);\n    const request: TenderRequest = {',
    replace: '    const request: TenderRequest = {',
    rows: ['4.std.1a', '4.table.5c'],
  },
  {
    name: 'errors name no field',
    file: `${SIMULATOR}/http/call.ts`,
    find: ', ...(field && { field }) };',
    replace: ' };',
    rows: ['7.1b'],
  },
  {
    name: 'the client secret may be any',
    file: `${SIMULATOR}/routes/authentication.ts`,
    find: 'if (id === CREDENTIALS.clientId && secret === CREDENTIALS.clientSecret) return;',
    replace: 'if (id === CREDENTIALS.clientId) return;',
    rows: ['5.2.2', '4.table.1b'],
  },
  {
    name: 'every token is refused',
    file: ACCESS,
    find: '    if (claims.data.gen < this.generation)',
    replace:
      "    if (claims.data.exp > 0) return 'token-invalid';\n    if (claims.data.gen < this.generation)",
    rows: ['4.2', '4.table.1a', '5.2.1a', '5.2.1c', '5.3.1', '5.3.3b', '7.1a', '7.1c'],
  },
  {
    name: 'a token never ends',
    file: ACCESS,
    find: "return now >= claims.data.exp * 1000 ? 'token-expired' : undefined;",
    replace: "return now < 0 ? 'token-expired' : undefined;",
    rows: ['5.4a'],
  },
  {
    name: 'a token needs no Bearer before it',
    file: ACCESS,
    find: "    if (!authorization?.startsWith('Bearer ')) return 'token-missing';\n    const [head, body, signature, ...rest] = authorization.slice('Bearer '.length).split('.');",
    replace:
      "    if (!authorization) return 'token-missing';\n    const [head, body, signature, ...rest] = authorization.replace('Bearer ', '').split('.');",
    rows: ['5.3.3b'],
  },
  {
    name: 'a revoked key is still good',
    file: ACCESS,
    find: 'return this.keyRevoked ?',
    replace: 'return this.keyRevoked && key === undefined ?',
    rows: ['5.2.1d'],
  },
  {
    name: 'risk management is switched for all commodities at once',
    file: RISK,
    find: '  world.risks.set(risk.commodity, risk);\n',
    replace:
      '  for (const one of world.risks.values()) world.risks.set(one.commodity, { ...one, enabled: risk.enabled });\n',
    rows: ['4.other.6a'],
  },
  {
    name: 'risk settings are answered and not kept',
    file: RISK,
    find: '  world.risks.set(risk.commodity, { ...risk, settings });\n',
    replace: '',
    rows: ['4.other.6b'],
  },
  {
    name: 'events carry a price',
    file: WEBHOOK,
    find: 'void this.send(this.receiver, JSON.stringify(event));',
    replace: 'void this.send(this.receiver, JSON.stringify({ ...event, price: 30 }));',
    rows: ['6.5', '2.spread.6k'],
  },
  {
    name: 'events that failed are sent again',
    file: WEBHOOK,
    find: '      else this.failed += 1;\n',
    replace: '      else { this.failed += 1; if (this.failed < 2) void this.send(url, body); }\n',
    rows: ['6.4b'],
  },
  {
    name: 'no event is ever sent',
    file: WEBHOOK,
    find: 'if (this.receiver !== undefined) void',
    replace: "if (this.receiver === 'nobody') void",
    rows: ['6.0', '1.2.7'],
  },
  {
    name: 'a standard spread is told as traded before its leg prices are entered',
    file: EXECUTION,
    find: '    awaitLegPrices(world, trade, offer.price.net);\n',
    replace:
      '    awaitLegPrices(world, trade, offer.price.net);\n    world.addTrade({ ...trade, id: `${trade.id}-early` });\n',
    rows: ['3.4', '6.7b'],
  },
];
