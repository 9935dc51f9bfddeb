#!/usr/bin/env node
// Meridel — an invented energy request-for-quote platform, in memory.
// Written from service-interface.md alone. Handbook for customers: PLATFORM.md
// run: node server.mjs --port 4700 [--seed 7] [--host 127.0.0.1] [--webhook http://127.0.0.1:5000/hook] [--calm]
import http from 'node:http';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// ───────────────────────────── arguments, clock, randomness
const arg = (name, dflt) => {
  const i = process.argv.indexOf('--' + name);
  return i < 0 ? dflt : (process.argv[i + 1] ?? dflt);
};
const PORT = Number(arg('port', 4700));
const SEED = Number(arg('seed', 1));
const CALM = process.argv.includes('--calm'); // market does not move on its own from the start
const ZONE = 'Europe/Amsterdam';
let rngState = (SEED * 2654435761) >>> 0;
function rnd() {
  rngState = (rngState + 0x6d2b79f5) >>> 0;
  let t = rngState;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const between = (a, b) => a + (b - a) * rnd();
const int = (a, b) => Math.floor(between(a, b + 1));
const pick = (a) => a[Math.floor(rnd() * a.length)];
const chance = (p) => rnd() < p;
const shuffle = (a) => {
  const b = [...a];
  for (let i = b.length - 1; i > 0; i--) {
    const j = Math.floor(rnd() * (i + 1));
    [b[i], b[j]] = [b[j], b[i]];
  }
  return b;
};
const hash = (s) => {
  let h = 2166136261;
  for (const c of s) {
    h ^= c.charCodeAt(0);
    h = Math.imul(h, 16777619);
  }
  return (h >>> 0) / 4294967296;
};
const now = () => Date.now();

const zoneFmt = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
function zoneParts(ms) {
  const o = {};
  for (const p of zoneFmt.formatToParts(new Date(ms))) o[p.type] = p.value;
  return o;
}
function zoneOffsetMin(ms) {
  const p = zoneParts(ms);
  return Math.round(
    (Date.UTC(+p.year, +p.month - 1, +p.day, +p.hour, +p.minute, +p.second) - Math.floor(ms / 1000) * 1000) /
      60000,
  );
}
function iso(ms) {
  if (ms == null) return null;
  const off = zoneOffsetMin(ms);
  const d = new Date(ms + off * 60000);
  const a = Math.abs(off);
  const pad = (n) => String(n).padStart(2, '0');
  return d.toISOString().slice(0, 23) + (off < 0 ? '-' : '+') + pad(Math.floor(a / 60)) + ':' + pad(a % 60);
}
function zoneMidnight(dateStr) {
  // start of that calendar day in market time
  const guess = Date.parse(dateStr + 'T00:00:00Z');
  let ms = guess - zoneOffsetMin(guess) * 60000;
  ms = guess - zoneOffsetMin(ms) * 60000;
  return ms;
}
const zoneDay = (ms) => {
  const p = zoneParts(ms);
  return `${p.year}-${p.month}-${p.day}`;
};
const addDays = (dateStr, n) =>
  new Date(Date.parse(dateStr + 'T00:00:00Z') + n * 86400000).toISOString().slice(0, 10);
const validDate = (s) =>
  typeof s === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(s) &&
  !isNaN(Date.parse(s + 'T00:00:00Z')) &&
  new Date(Date.parse(s + 'T00:00:00Z')).toISOString().slice(0, 10) === s;
const nextMidnight = (ms) => zoneMidnight(addDays(zoneDay(ms), 1));
function parseInstant(s) {
  return typeof s === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(s) &&
    !isNaN(Date.parse(s))
    ? Date.parse(s)
    : null;
}

// decimals are kept as whole thousandths
const DEC = /^-?\d{1,9}(\.\d{1,3})?$/;
const toMilli = (s) => {
  const neg = s.startsWith('-');
  const [a, b = ''] = s.replace('-', '').split('.');
  const v = Number(a) * 1000 + Number((b + '000').slice(0, 3));
  return neg ? -v : v;
};
const fromMilli = (m, dp = 3) => {
  if (m == null) return null;
  const neg = m < 0;
  const a = Math.abs(m);
  let s = String(Math.floor(a / 1000)) + '.' + String(a % 1000).padStart(3, '0');
  s = dp === 0 ? s.slice(0, -4) : s.slice(0, s.length - 3 + dp);
  return (neg && a ? '-' : '') + s;
};
const qtyStr = (m) => fromMilli(m, 3).replace(/\.?0+$/, '');

// ───────────────────────────── reference data
const MARKETS = {
  'POWER/DE-LU': {
    base: 86.4,
    tick: 10,
    dp: 2,
    unit: 'MW',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000,
    house: 'ECC',
  },
  'POWER/FR': {
    base: 71.2,
    tick: 10,
    dp: 2,
    unit: 'MW',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000,
    house: 'ECC',
  },
  'POWER/NL': {
    base: 83.9,
    tick: 10,
    dp: 2,
    unit: 'MW',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000,
    house: 'ECC',
  },
  'POWER/BE': {
    base: 80.3,
    tick: 10,
    dp: 2,
    unit: 'MW',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000,
    house: 'ECC',
  },
  'POWER/CH': {
    base: 91.1,
    tick: 10,
    dp: 2,
    unit: 'MW',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000,
    house: 'ECC',
  },
  'GAS/TTF': {
    base: 31.45,
    tick: 5,
    dp: 3,
    unit: 'MW',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000,
    house: 'ECC',
  },
  'GAS/THE': {
    base: 32.2,
    tick: 5,
    dp: 3,
    unit: 'MW',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000,
    house: 'ECC',
  },
  'GAS/NBP': {
    base: 79.6,
    tick: 5,
    dp: 3,
    unit: 'THM_PER_DAY',
    currency: 'GBX',
    priceUnit: 'GBX/THM',
    lot: 1000000,
    house: 'ICE',
  },
  'EMISSION/EUA': {
    base: 74.8,
    tick: 10,
    dp: 2,
    unit: 'T',
    currency: 'EUR',
    priceUnit: 'EUR/T',
    lot: 1000000,
    house: 'ICE',
  },
  'GOO/AIB-WIND': {
    base: 0.82,
    tick: 10,
    dp: 2,
    unit: 'MWH',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000000,
    house: null,
  },
  'GOO/AIB-HYDRO': {
    base: 0.64,
    tick: 10,
    dp: 2,
    unit: 'MWH',
    currency: 'EUR',
    priceUnit: 'EUR/MWH',
    lot: 1000000,
    house: null,
  },
};
const COMMODITIES = ['POWER', 'GAS', 'EMISSION', 'GOO'];
const PROFILES = {
  POWER: ['BASE', 'PEAK', 'SHAPED'],
  GAS: ['BASE', 'SHAPED'],
  EMISSION: ['SPOT'],
  GOO: ['CERTIFICATE'],
};
const COMPANIES = new Map([
  [11, { id: 11, name: 'Halden Desk BV', city: 'Rotterdam', kind: 'desk' }],
  [12, { id: 12, name: 'Rivalta Energy SpA', city: 'Torino', kind: 'rival' }],
  [21, { id: 21, name: 'Ostwind Handel GmbH', city: 'Leipzig' }],
  [22, { id: 22, name: 'Brabant Utility NV', city: 'Eindhoven' }],
  [23, { id: 23, name: 'Société Lumen', city: 'Lyon' }],
  [24, { id: 24, name: 'Kernhaus AG', city: 'Basel' }],
  [25, { id: 25, name: 'Tynegate Gas Ltd', city: 'Newcastle' }],
  [26, { id: 26, name: 'Nordfoss Kraft AS', city: 'Bergen' }],
  [27, { id: 27, name: 'Paper Mill Elster KG', city: 'Gera' }],
  [28, { id: 28, name: 'City Works Mühlau', city: 'Mühlau' }],
]);
const DESK = 11,
  RIVAL = 12;
const BOTS = [21, 22, 23, 24, 25, 26, 27, 28];
const CREDENTIALS = [
  {
    name: 'desk',
    company: DESK,
    clientId: 'halden-desk-01',
    clientSecret: 'hd-7f2c9e51-secret',
    apiKey: 'mk_live_halden_4Q8ZrT2b',
  },
  {
    name: 'rival',
    company: RIVAL,
    clientId: 'rivalta-algo-01',
    clientSecret: 'rv-19ab03dd-secret',
    apiKey: 'mk_live_rivalta_9XcLw7Ye',
  },
];

// ───────────────────────────── state
const S = {
  startedAt: now(),
  requests: new Map(),
  quotes: new Map(),
  proposals: new Map(),
  counters: new Map(),
  trades: new Map(),
  pending: [], // standard spreads waiting for the operator's leg prices
  risk: new Map(),
  webhooks: new Map(),
  deliveries: [],
  writes: [],
  events: [],
  faults: [],
  plans: new Map(),
  tokensValidFrom: 0,
  frozen: CALM,
  rivalBot: true,
  drift: new Map(),
  calls: 0,
};
const seq = {
  request: 4810200 + int(1, 90),
  quote: 70031400 + int(1, 500),
  proposal: 330100 + int(1, 50),
  counter: 990010,
  trade: 2600014400 + int(1, 200),
  event: 880000001,
  exec: 5001,
};
const nid = (k) => {
  seq[k] += k === 'quote' ? int(1, 7) : k === 'event' ? 1 : int(1, 3);
  return seq[k];
};
for (const c of COMPANIES.keys()) {
  const m = new Map();
  for (const k of COMMODITIES)
    m.set(k, {
      enabled: c === DESK ? k === 'POWER' || k === 'GAS' : false,
      maxQuantity: { POWER: 60000, GAS: 120000, EMISSION: 50000000, GOO: 100000000 }[k],
      priceBandPercent: 25,
      maxOpenQuotations: 40,
      changedAt: S.startedAt,
    });
  S.risk.set(c, m);
}
function note(text, extra = {}) {
  S.events.push({ at: iso(now()), what: text, ...extra });
  if (S.events.length > 5000) S.events.splice(0, 1000);
}

// ───────────────────────────── fair prices
function driftOf(key) {
  return S.drift.get(key) ?? 0;
}
function fair(leg) {
  // in units of currency, float
  const mk = MARKETS[leg.commodity + '/' + leg.market];
  const key = [leg.commodity, leg.market, leg.profile, leg.start, leg.end].join('|');
  const term =
    1 +
    (hash(leg.start + leg.commodity) - 0.5) * 0.12 +
    (leg.profile === 'PEAK' ? 0.19 : leg.profile === 'SHAPED' ? 0.06 : 0);
  return (
    mk.base *
    term *
    (1 + driftOf(leg.commodity + '/' + leg.market) + driftOf(key)) *
    (leg.settlement === 'FINANCIAL' ? 0.996 : 1)
  );
}
function walk() {
  for (const k of Object.keys(MARKETS))
    S.drift.set(k, clamp(driftOf(k) * 0.999 + between(-0.0009, 0.0009), 0.08));
  for (const r of S.requests.values())
    if (r.state === 'OPEN')
      for (const l of r.legs) {
        const key = [l.commodity, l.market, l.profile, l.start, l.end].join('|');
        S.drift.set(key, clamp(driftOf(key) * 0.997 + between(-0.0006, 0.0006), 0.03));
      }
}
const clamp = (x, m) => Math.max(-m, Math.min(m, x));
const roundTick = (x, tick) => Math.round(Math.round(x * 1000) / tick) * tick;
const mkOf = (leg) => MARKETS[leg.commodity + '/' + leg.market];

// spread-price: same direction = sum, opposite = leg 1 − leg 2 ; swaps and singles have none
function spreadPrice(req, legs) {
  if (req.contract !== 'spread' || req.swap || legs.length !== 2 || legs.some((x) => x == null)) return null;
  return req.legs[0].action === req.legs[1].action ? legs[0] + legs[1] : legs[0] - legs[1];
}
const direction = (req) => (req.legs[0].action === 'BUY' ? 'ask' : 'bid');
const score = (req, q) =>
  req.standard ? q.spread : req.contract === 'single' || req.swap ? q.legs[0] : q.spread;
const better = (req, a, b) => (direction(req) === 'ask' ? a < b : a > b);
function machinePrice(req, margin) {
  // margin as share of price in the quoter's favour
  const sign = direction(req) === 'ask' ? 1 : -1;
  if (req.standard) {
    const f1 = fair(req.legs[0]),
      f2 = fair(req.legs[1]);
    const s = roundTick(f1 - f2 + (sign * margin * (f1 + f2)) / 2, mkOf(req.legs[0]).tick);
    return { legs: [], spread: s };
  }
  let legs;
  if (req.swap) {
    const p = roundTick(fair(req.legs[1]), mkOf(req.legs[1]).tick);
    legs = [roundTick(fair(req.legs[0]) * (1 + sign * margin * 6), mkOf(req.legs[0]).tick), p, p];
  } else
    legs = req.legs.map((l) =>
      roundTick(fair(l) * (1 + (l.action === 'BUY' ? 1 : -1) * margin), mkOf(l).tick),
    );
  return { legs, spread: spreadPrice(req, legs) };
}

// ───────────────────────────── actions on the market (used by the API and by the other firms alike)
const nameOf = (c) => COMPANIES.get(c)?.name ?? String(c);
const wordsPrice = (req, q) =>
  req.standard
    ? `spread ${fromMilli(q.spread)}`
    : q.legs.map((x) => fromMilli(x)).join(' / ') +
      (q.spread != null ? ` (spread ${fromMilli(q.spread)})` : '');
const participants = (r) => [r.initiator, ...r.recipients];
const liveQuotes = (r) => [...S.quotes.values()].filter((q) => q.request === r.id && q.state === 'LIVE');
const quoteOf = (r, c) => liveQuotes(r).find((q) => q.company === c);
const proposalOf = (r) => [...S.proposals.values()].find((p) => p.request === r.id && p.state === 'STANDING');

function emit(companies, eventType, ids) {
  for (const c of new Set(companies)) {
    const h = S.webhooks.get(c);
    if (h) deliver(h, c, { eventType, eventId: nid('event'), timestamp: now(), ...ids });
  }
}
async function deliver(hook, company, event) {
  const rec = { at: iso(now()), to: nameOf(company), url: hook.url, event, result: 'under way' };
  S.deliveries.push(rec);
  const f = takeFault((x) => x.kind === 'lose-webhook');
  if (f) {
    rec.result = 'lost on purpose (fault), not retried';
    return;
  }
  const body = JSON.stringify(event);
  const t = Math.floor(now() / 1000);
  const sig = createHmac('sha256', hook.secret).update(`${t}.${body}`).digest('hex');
  try {
    const r = await fetch(hook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Meridel-Hooks/3',
        'x-meridel-signature': `t=${t},h=${sig}`,
      },
      body,
      signal: AbortSignal.timeout(5000),
    });
    rec.result = `answered ${r.status}`;
    await r.arrayBuffer();
  } catch (e) {
    rec.result = 'failed, not retried: ' + (e.cause?.code ?? e.name);
  }
}

function addRequest(o) {
  const r = {
    id: nid('request'),
    state: 'OPEN',
    createdAt: now(),
    concludedAt: null,
    remaining: o.legs[0].qty,
    comment: null,
    feedback: null,
    clientRef: null,
    trades: [],
    outcome: null,
    ...o,
  };
  r.standard = isStandard(r);
  S.requests.set(r.id, r);
  emit(r.recipients, 'request-received', { requestId: r.id });
  return r;
}
const wholePeriod = (a, b) => {
  // complete month, quarter, season or year, days inclusive
  const [y, m, d] = a.split('-').map(Number);
  if (d !== 1) return false;
  for (const len of [1, 3, 6, 12]) {
    const e = new Date(Date.UTC(y, m - 1 + len, 0)).toISOString().slice(0, 10);
    if (e === b)
      return (
        len === 1 ||
        (len === 3 && m % 3 === 1) ||
        (len === 6 && (m === 4 || m === 10)) ||
        (len === 12 && m === 1)
      );
  }
  return false;
};
function isStandard(r) {
  if (r.contract !== 'spread' || r.swap || r.spreadType !== 'time' || r.legs.length !== 2) return false;
  const [a, b] = r.legs;
  return (
    a.commodity === b.commodity &&
    a.market === b.market &&
    a.profile === b.profile &&
    a.profile !== 'SHAPED' &&
    a.action !== b.action &&
    a.qty === b.qty &&
    wholePeriod(a.start, a.end) &&
    wholePeriod(b.start, b.end) &&
    a.clearing.method === 'CLEARED' &&
    b.clearing.method === 'CLEARED'
  );
}
function putQuote(
  r,
  company,
  price,
  { qty = r.remaining, aon = false, goodUntil = r.closesAt, clientRef = null, comment = null } = {},
) {
  let q = quoteOf(r, company);
  const fresh = !q;
  if (fresh) {
    q = {
      id: nid('quote'),
      request: r.id,
      company,
      state: 'LIVE',
      placedAt: now(),
      revision: 0,
      history: [],
    };
    S.quotes.set(q.id, q);
  }
  Object.assign(q, {
    legs: price.legs,
    spread: price.spread,
    qty,
    aon,
    goodUntil,
    clientRef,
    comment,
    amendedAt: now(),
    revision: q.revision + 1,
  });
  q.history.push({ at: iso(now()), price: wordsPrice(r, q), quantity: qtyStr(qty) });
  if (q.history.length > 60) q.history.shift();
  for (const c of S.counters.values())
    if (c.request === r.id && c.to === company && c.state === 'STANDING' && c.quote) {
      const cs = score(r, c),
        qs = score(r, q);
      if (cs === qs || better(r, qs, cs)) {
        c.state = 'MET';
        c.endedAt = now();
      }
    }
  if (fresh) emit([r.initiator], 'quotation-received', { requestId: r.id, quotationId: q.id }); // amendments are not announced
  q.nextMove = now() + between(4000, 12000);
  return { q, fresh };
}
function endQuote(q, state, silent) {
  q.state = state;
  q.endedAt = now();
  const r = S.requests.get(q.request);
  if (!silent) emit([r.initiator], 'quotation-withdrawn', { requestId: r.id, quotationId: q.id });
  for (const c of S.counters.values())
    if (c.quote === q.id && c.state === 'STANDING') {
      c.state = 'LAPSED';
      c.endedAt = now();
    }
}
function putProposal(
  r,
  price,
  { kind, qty = r.remaining, aon = false, clientRef = null, comment = null, goodUntil = r.closesAt },
) {
  const old = proposalOf(r);
  if (old) endProposal(old, 'REPLACED', true);
  const p = {
    id: nid('proposal'),
    request: r.id,
    company: r.initiator,
    kind,
    legs: price.legs,
    spread: price.spread,
    qty,
    aon,
    clientRef,
    comment,
    goodUntil,
    state: 'STANDING',
    placedAt: now(),
  };
  S.proposals.set(p.id, p);
  emit(r.recipients, 'price-proposal-added', { requestId: r.id, priceProposalId: p.id });
  return { p, old };
}
function endProposal(p, state, silent) {
  p.state = state;
  p.endedAt = now();
  const r = S.requests.get(p.request);
  if (!silent) emit(r.recipients, 'price-proposal-removed', { requestId: r.id, priceProposalId: p.id });
  for (const c of S.counters.values())
    if (c.proposal === p.id && c.state === 'STANDING') {
      c.state = 'LAPSED';
      c.endedAt = now();
    }
}
function putCounter(
  r,
  {
    from,
    to,
    quote = null,
    proposal = null,
    price,
    qty,
    clientRef = null,
    comment = null,
    goodUntil = r.closesAt,
  },
) {
  for (const c of S.counters.values())
    if (c.request === r.id && c.from === from && c.to === to && c.state === 'STANDING') {
      c.state = 'REPLACED';
      c.endedAt = now();
    }
  const c = {
    id: nid('counter'),
    request: r.id,
    from,
    to,
    quote,
    proposal,
    legs: price.legs,
    spread: price.spread,
    qty,
    clientRef,
    comment,
    goodUntil,
    state: 'STANDING',
    placedAt: now(),
    answerAt: now() + between(3000, 9000),
  };
  S.counters.set(c.id, c);
  emit([to], 'counteroffer-received', { requestId: r.id, counterofferId: c.id });
  return c;
}
function conclude(r, state) {
  r.state = state;
  r.concludedAt = now();
  for (const q of liveQuotes(r)) endQuote(q, 'LAPSED', true);
  const p = proposalOf(r);
  if (p) endProposal(p, 'LAPSED', true);
  for (const c of S.counters.values())
    if (c.request === r.id && c.state === 'STANDING') {
      c.state = 'LAPSED';
      c.endedAt = now();
    }
}
const closedState = (r, untraded) =>
  r.remaining >= r.legs[0].qty
    ? untraded
    : S.pending.some((e) => e.request === r.id && e.state === 'AWAITING_LEG_PRICES')
      ? 'AWAITING_LEG_PRICES'
      : 'TRADED';
const feedbackLines = [
  'Thank you, very close.',
  'Traded elsewhere on the desk.',
  'Level not reached, we come back next week.',
  'Thanks to all, good participation.',
  'Budget limit not met.',
];
function closeRequest(r, state, comment) {
  r.feedback = comment ?? (chance(0.6) && !COMPANIES.get(r.initiator).kind ? pick(feedbackLines) : null);
  conclude(r, state);
  emit(participants(r), 'request-concluded', { requestId: r.id });
}
function makeTrade(r, other, qty, legs, ctx) {
  const scale = qty / r.legs[0].qty;
  const t = {
    id: nid('trade'),
    venue: 'TENDER',
    request: r.id,
    initiator: r.initiator,
    recipient: other,
    tradedAt: ctx.at,
    quote: ctx.quote ?? null,
    proposal: ctx.proposal ?? null,
    contract: r.contract,
    spreadType: r.spreadType,
    swap: r.swap,
    standard: r.standard,
    spread: ctx.spread ?? null,
    clientRef: ctx.clientRef ?? null,
    clientRefCompany: ctx.by,
    by: ctx.by,
    legs: r.legs.map((l, i) => ({ ...l, qty: Math.round(l.qty * scale), price: legs[i] })),
  };
  S.trades.set(t.id, t);
  r.trades.push(t.id);
  return t;
}
function executeDeal(
  r,
  { quote = null, proposal = null, other, qty, by, clientRef = null, feedback = null },
) {
  const src = quote ?? proposal;
  const at = now();
  const ctx = { at, quote: quote?.id, proposal: proposal?.id, clientRef, by, spread: src.spread };
  const price = wordsPrice(r, src);
  r.remaining -= qty;
  const full = r.remaining <= 0;
  if (feedback) r.feedback = feedback;
  src.qty -= qty;
  if (src.qty <= 0 || full) {
    src.state = 'TAKEN';
    src.endedAt = at;
  }
  let trade = null,
    exec = null;
  if (r.standard) {
    exec = {
      id: nid('exec'),
      request: r.id,
      other,
      qty,
      src: { spread: src.spread },
      ctx,
      enterAt: at + between(12000, 35000),
      state: 'AWAITING_LEG_PRICES',
      trade: null,
    };
    S.pending.push(exec);
  } else trade = makeTrade(r, other, qty, src.legs, ctx);
  if (full) {
    conclude(r, r.standard ? 'AWAITING_LEG_PRICES' : 'TRADED');
  } else {
    for (const q of liveQuotes(r))
      if (q.qty > r.remaining) {
        if (q.aon) endQuote(q, 'LAPSED', true);
        else q.qty = r.remaining;
      }
    const p = proposalOf(r);
    if (p && p.qty > r.remaining) p.qty = r.remaining;
    if (r.standard) {
      /* stays OPEN for the remainder */
    }
  }
  if (trade) tradedEvents(r, trade, full);
  note(
    `${nameOf(by)} accepted ${quote ? 'the quotation of' : 'the price proposal of'} ${nameOf(src.company)} on request ${r.id}: ${qtyStr(qty)} of ${qtyStr(r.legs[0].qty)} ${r.legs[0].unit} at ${price}${full ? ', request fully traded' : ', ' + qtyStr(r.remaining) + ' still open'}${r.standard ? ', leg prices to be entered by the operator' : ''}`,
    { request: r.id, trade: trade?.id ?? null },
  );
  return { trade, exec, full };
}
function tradedEvents(r, t, full) {
  emit([r.initiator, t.recipient], 'request-traded', { requestId: r.id, tradeId: t.id });
  if (full)
    emit(
      participants(r).filter((c) => c !== r.initiator && c !== t.recipient),
      'request-concluded',
      { requestId: r.id },
    );
}
function operatorEnters() {
  for (const e of S.pending)
    if (e.state === 'AWAITING_LEG_PRICES' && e.enterAt <= now()) {
      const r = S.requests.get(e.request);
      const l2 = roundTick(fair(r.legs[1]), mkOf(r.legs[1]).tick);
      const l1 = l2 + e.src.spread;
      const t = makeTrade(r, e.other, e.qty, [l1, l2], e.ctx);
      e.state = 'PRICES_ENTERED';
      e.trade = t.id;
      const full =
        r.state === 'AWAITING_LEG_PRICES' &&
        !S.pending.some((x) => x.request === r.id && x.state === 'AWAITING_LEG_PRICES');
      if (full) {
        r.state = 'TRADED';
        r.legs.forEach((l, i) => {
          l.price = [l1, l2][i];
        });
      }
      tradedEvents(r, t, full);
      note(
        `operator entered leg prices ${fromMilli(l1)} / ${fromMilli(l2)} for request ${r.id}, trade ${t.id}`,
        { request: r.id, trade: t.id },
      );
    }
}

// ───────────────────────────── seeding and life of the market
const monthEnd = (y, m) => new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10);
const P2 = (n) => String(n).padStart(2, '0');
function periods() {
  const p = zoneParts(now());
  let y = +p.year,
    m = +p.month;
  const out = { months: [], quarters: [], years: [] };
  for (let i = 1; i <= 6; i++) {
    const mm = ((m - 1 + i) % 12) + 1,
      yy = y + Math.floor((m - 1 + i) / 12);
    out.months.push([`${yy}-${P2(mm)}-01`, monthEnd(yy, mm)]);
  }
  let q = Math.floor((m - 1) / 3) + 1;
  for (let i = 0; i < 5; i++) {
    const qq = (q + i) % 4,
      yy = y + Math.floor((q + i) / 4);
    out.quarters.push([`${yy}-${P2(qq * 3 + 1)}-01`, monthEnd(yy, qq * 3 + 3)]);
  }
  for (let i = 1; i <= 3; i++) out.years.push([`${y + i}-01-01`, `${y + i}-12-31`]);
  return out;
}
function leg(commodity, market, action, per, qty, over = {}) {
  const mk = MARKETS[commodity + '/' + market];
  return {
    action,
    commodity,
    market,
    profile: PROFILES[commodity][0],
    settlement: 'PHYSICAL',
    start: per[0],
    end: per[1],
    qty,
    unit: mk.unit,
    clearing:
      mk.house && chance(0.5) ? { method: 'CLEARED', house: mk.house } : { method: 'BILATERAL', house: null },
    price: null,
    ...over,
  };
}
const flip = (a) => (a === 'BUY' ? 'SELL' : 'BUY');
const lotQty = (mk) =>
  mk.unit === 'MW'
    ? int(1, 8) * 5000
    : mk.unit === 'THM_PER_DAY'
      ? int(2, 12) * 5000000
      : mk.unit === 'T'
        ? int(1, 20) * 1000000
        : int(2, 40) * 1000000;
function shapeFor(l) {
  // 24 numbers per day, office profile
  const start = zoneMidnight(l.start),
    end = zoneMidnight(addDays(l.end, 1));
  const n = Math.round((end - start) / 3600000);
  const v = [];
  for (let i = 0; i < n; i++) {
    const h = +zoneParts(start + i * 3600000).hour;
    v.push(Math.max(0, Math.round((l.qty * (0.62 + 0.55 * Math.exp(-((h - 13) ** 2) / 28))) / 100) * 100));
  } // near the mean quantity
  return v;
}
function seedRequest(initiator, kind) {
  const per = periods();
  const a = pick(['BUY', 'SELL']);
  let o;
  const anyPer = () => pick([...per.months.slice(0, 4), ...per.quarters.slice(0, 4), ...per.years]);
  const power = pick(['DE-LU', 'FR', 'NL', 'BE', 'CH']);
  const gas = pick(['TTF', 'THE', 'NBP']);
  if (kind === 'single') {
    const k = pick([
      'POWER/' + power,
      'POWER/' + power,
      'POWER/' + power,
      'GAS/' + gas,
      'GAS/' + gas,
      'EMISSION/EUA',
      'GOO/AIB-WIND',
      'GOO/AIB-HYDRO',
    ]);
    const [c, m] = k.split('/');
    const l = leg(c, m, a, c === 'GOO' || c === 'EMISSION' ? pick(per.years) : anyPer(), lotQty(MARKETS[k]));
    if (c === 'POWER' && chance(0.3)) l.profile = 'PEAK';
    o = { contract: 'single', spreadType: null, legs: [l] };
  }
  if (kind === 'shaped') {
    const l = leg(
      ...pick([
        ['POWER', 'DE-LU'],
        ['GAS', 'THE'],
      ]),
      'BUY',
      per.months[int(0, 2)],
      int(2, 6) * 2000,
      { profile: 'SHAPED', clearing: { method: 'BILATERAL', house: null } },
    );
    l.shape = shapeFor(l);
    o = { contract: 'single', spreadType: null, legs: [l] };
  }
  if (kind === 'location') {
    const same = chance(0.25);
    const [m1, m2] = chance(0.6) ? shuffle(['DE-LU', 'FR', 'NL', 'BE', 'CH']) : ['TTF', 'THE'];
    const c = m1 === 'TTF' ? 'GAS' : 'POWER';
    const p = anyPer(),
      q = lotQty(MARKETS[c + '/' + m1]);
    o = {
      contract: 'spread',
      spreadType: 'location',
      legs: [leg(c, m1, a, p, q), leg(c, m2, same ? a : flip(a), p, q)],
    };
  }
  if (kind === 'time') {
    const q = lotQty(MARKETS['POWER/' + power]);
    const same = chance(0.5);
    const c1 = { method: 'BILATERAL', house: null };
    o = {
      contract: 'spread',
      spreadType: 'time',
      legs: [
        leg('POWER', power, a, per.quarters[0], q, { clearing: c1 }),
        leg('POWER', power, same ? a : flip(a), per.quarters[int(1, 3)], same ? q : q + 5000, {}),
      ],
    };
  }
  if (kind === 'standard') {
    const [c, m] = pick([
      ['POWER', 'DE-LU'],
      ['POWER', 'FR'],
      ['GAS', 'TTF'],
      ['GAS', 'THE'],
    ]);
    const mk = MARKETS[c + '/' + m];
    const q = lotQty(mk);
    const clr = { method: 'CLEARED', house: mk.house };
    const set = pick([per.months, per.quarters, per.years]);
    const [p1, p2] = shuffle(set).slice(0, 2);
    o = {
      contract: 'spread',
      spreadType: 'time',
      legs: [
        leg(c, m, a, p1, q, { clearing: { ...clr } }),
        leg(c, m, flip(a), p2, q, { clearing: { ...clr } }),
      ],
    };
  }
  if (kind === 'efp') {
    const q = lotQty(MARKETS['GAS/TTF']);
    const p = per.months[int(0, 3)];
    o = {
      contract: 'spread',
      spreadType: 'efp',
      legs: [
        leg('GAS', 'TTF', a, p, q, { clearing: { method: 'BILATERAL', house: null } }),
        leg('GAS', 'TTF', flip(a), p, q, {
          settlement: 'FINANCIAL',
          clearing: { method: 'CLEARED', house: 'ICE' },
        }),
      ],
    };
  }
  if (kind === 'swap') {
    const y = pick(per.years);
    const q = int(1, 4) * 5000;
    const hours = Math.round((zoneMidnight(addDays(y[1], 1)) - zoneMidnight(y[0])) / 3600000);
    const b = { method: 'BILATERAL', house: null };
    o = {
      contract: 'spread',
      spreadType: null,
      swap: true,
      legs: [
        leg('GOO', pick(['AIB-WIND', 'AIB-HYDRO']), a, y, q * hours, { clearing: b }),
        leg('POWER', 'DE-LU', a, y, q, { clearing: { ...b } }),
        leg('POWER', 'DE-LU', flip(a), y, q, { clearing: { ...b } }),
      ],
    };
  }
  const others = [...COMPANIES.keys()].filter((c) => c !== initiator);
  const recipients =
    initiator === DESK
      ? [RIVAL, ...shuffle(BOTS).slice(0, int(4, 6))]
      : [...(chance(0.9) ? [DESK] : []), ...shuffle(others.filter((c) => c !== DESK)).slice(0, int(3, 6))];
  return {
    initiator,
    recipients,
    swap: false,
    aon: chance(0.3),
    closesAt: now() + int(15, 420) * 60000,
    comment: chance(0.35)
      ? pick([
          'Please quote firm.',
          'Credit line checked.',
          'Partial is welcome.',
          'Prefer one counterparty.',
          'Hedge for customer tender.',
        ])
      : null,
    ...o,
  };
}
const KINDS = [
  'single',
  'single',
  'single',
  'single',
  'single',
  'shaped',
  'location',
  'location',
  'time',
  'standard',
  'standard',
  'efp',
  'swap',
];
function botQuotes(r, howMany) {
  for (const c of shuffle(r.recipients.filter((c) => BOTS.includes(c))).slice(0, howMany)) {
    const aon = r.aon || chance(0.2);
    putQuote(r, c, machinePrice(r, between(0.001, 0.012)), {
      aon,
      qty: aon || chance(0.75) ? r.remaining : partOf(r),
      goodUntil: Math.min(r.closesAt, now() + int(10, 120) * 60000),
    });
  }
}
function partOf(r) {
  const lot = mkOf(r.legs[0]).lot;
  return Math.max(lot, Math.floor((r.remaining * pick([0.4, 0.6, 0.8])) / lot) * lot);
}
function seed() {
  const plan = [
    ['single', DESK],
    ['standard', DESK],
    ['location', DESK],
    ['swap', DESK],
    ['single', RIVAL],
    ['standard', RIVAL],
    ['location', RIVAL],
    ['time', RIVAL],
    ['single', RIVAL],
    ['swap', RIVAL],
    ['standard', pick(BOTS)],
    ['standard', pick(BOTS)],
    ['swap', pick(BOTS)],
    ['efp', pick(BOTS)],
    ['time', pick(BOTS)],
    ['time', pick(BOTS)],
    ['location', pick(BOTS)],
    ['location', pick(BOTS)],
    ['shaped', pick(BOTS)],
    ['shaped', pick(BOTS)],
  ];
  while (plan.length < 31) plan.push(['single', pick(BOTS)]);
  for (const [kind, who] of shuffle(plan)) {
    const r = addRequest(seedRequest(who, kind));
    r.createdAt = now() - (int(2, 1800) * 60000) / 4;
    botQuotes(r, int(2, 5));
    if (r.initiator !== DESK && (who === RIVAL || chance(0.45)))
      putProposal(r, machinePrice(r, -between(0.0005, 0.006)), {
        kind: chance(0.65) ? 'firm' : 'indicative',
        aon: r.aon,
      });
  }
  for (let i = 0; i < 26; i++) {
    // concluded in the last days
    const who = i < 6 ? DESK : i < 11 ? RIVAL : pick(BOTS);
    const r = addRequest(seedRequest(who, pick(KINDS)));
    botQuotes(r, int(2, 5));
    if (r.recipients.includes(DESK) && chance(0.6))
      putQuote(r, DESK, machinePrice(r, between(0.0005, 0.006)), { aon: r.aon });
    const at = now() - int(60, 5 * 1440) * 60000;
    r.createdAt = at - int(20, 600) * 60000;
    const qs = liveQuotes(r);
    const q = r.recipients.includes(DESK) && chance(0.5) ? quoteOf(r, DESK) : qs[0];
    for (const x of qs) {
      x.placedAt = r.createdAt + int(1, 15) * 60000;
      x.amendedAt = at - 60000;
    }
    if (chance(0.8) && q) {
      executeDeal(r, {
        quote: q,
        other: q.company,
        qty: q.qty,
        by: r.initiator,
        feedback: chance(0.5) ? pick(feedbackLines) : null,
      });
      if (r.state === 'OPEN') conclude(r, closedState(r, 'CLOSED'));
    } else closeRequest(r, chance(0.5) ? 'CLOSED' : 'LAPSED');
    for (const e of S.pending) if (e.request === r.id) e.enterAt = 0;
    operatorEnters();
    r.concludedAt = at;
    for (const id of r.trades) S.trades.get(id).tradedAt = at;
    for (const x of S.quotes.values()) if (x.request === r.id && x.endedAt) x.endedAt = at;
  }
  const per = periods();
  for (let i = 0; i < 24; i++) {
    // deals of the two other venues
    const green = i % 3 === 0;
    const k = green
      ? pick(['GOO/AIB-WIND', 'GOO/AIB-HYDRO'])
      : pick(['POWER/DE-LU', 'POWER/NL', 'GAS/TTF', 'EMISSION/EUA']);
    const [c, m] = k.split('/');
    const l = leg(
      c,
      m,
      pick(['BUY', 'SELL']),
      c === 'GOO' || c === 'EMISSION' ? per.years[0] : pick([...per.months, ...per.quarters]),
      lotQty(MARKETS[k]),
    );
    l.price = roundTick(fair(l) * (1 + between(-0.02, 0.02)), MARKETS[k].tick);
    const t = {
      id: nid('trade'),
      venue: green ? 'GREEN' : 'MARKET',
      request: null,
      initiator: i % 4 === 3 ? RIVAL : DESK,
      recipient: pick(BOTS),
      tradedAt: now() - int(10, 6 * 1440) * 60000,
      contract: 'single',
      spreadType: null,
      swap: false,
      standard: false,
      spread: null,
      legs: [l],
      by: null,
    };
    S.trades.set(t.id, t);
  }
  S.events.length = 0;
  note('market seeded');
}
function pulse() {
  if (!S.frozen) walk();
  operatorEnters();
  const t = now();
  for (const r of S.requests.values()) {
    if (r.state !== 'OPEN') continue;
    if (r.closesAt <= t) {
      closeRequest(r, closedState(r, 'LAPSED'));
      note(`request ${r.id} of ${nameOf(r.initiator)} reached its closing time`);
      continue;
    }
    for (const q of liveQuotes(r)) {
      if (q.goodUntil <= t) {
        endQuote(q, 'LAPSED', true);
        continue;
      }
      if (!S.frozen && BOTS.includes(q.company) && q.nextMove <= t) {
        if (chance(0.03)) {
          endQuote(q, 'WITHDRAWN');
          continue;
        }
        const aon = q.aon;
        putQuote(r, q.company, machinePrice(r, between(0.001, 0.012)), {
          qty: Math.min(q.qty, r.remaining),
          aon,
          goodUntil: q.goodUntil,
        });
      }
    }
    const p = proposalOf(r);
    if (p && p.goodUntil <= t) endProposal(p, 'LAPSED');
    if (S.frozen) continue;
    if (chance(0.02) && liveQuotes(r).length < 5) {
      const c = r.recipients.find((c) => BOTS.includes(c) && !quoteOf(r, c));
      if (c) {
        const aon = r.aon;
        putQuote(r, c, machinePrice(r, between(0.001, 0.012)), { aon, qty: r.remaining });
      }
    }
    if (r.recipients.includes(RIVAL) && S.rivalBot && r.initiator === DESK) {
      const q = quoteOf(r, RIVAL);
      if (!q ? chance(0.03) : q.nextMove <= t)
        putQuote(r, RIVAL, machinePrice(r, between(0.0005, 0.006)), { aon: r.aon, qty: r.remaining });
    }
    machineInitiator(r, t);
    if (r.initiator === DESK) machineTakers(r, t);
  }
  for (const c of S.counters.values()) if (c.state === 'STANDING') answerCounter(c, t);
  if (!S.frozen) {
    const open = [...S.requests.values()].filter((r) => r.state === 'OPEN').length;
    if (open < 28 || (open < 34 && chance(0.02))) {
      const who = chance(0.25) && S.rivalBot ? RIVAL : pick(BOTS);
      const r = addRequest(seedRequest(who, pick(KINDS)));
      note(`new request ${r.id} of ${nameOf(who)}`);
      if (chance(0.5))
        putProposal(r, machinePrice(r, -between(0.001, 0.006)), {
          kind: chance(0.6) ? 'firm' : 'indicative',
          aon: r.aon,
        });
    }
  }
}
function machineInitiator(r, t) {
  // requests of the rival and of the other firms
  if (r.initiator === DESK || (r.initiator === RIVAL && !S.rivalBot)) return;
  const mine = quoteOf(r, DESK);
  if (mine && t - mine.amendedAt > 6000) {
    const qs = liveQuotes(r).filter((q) => q.company !== DESK);
    const best = qs.reduce((m, q) => (m == null || better(r, score(r, q), score(r, m)) ? q : m), null);
    const good = !best || better(r, score(r, mine), score(r, best)) || score(r, mine) === score(r, best);
    if (chance(good ? (r.initiator === RIVAL ? 0.02 : 0.008) : 0.0015)) {
      const f = machinePrice(r, 0);
      const ref = r.standard ? f.spread : score(r, f);
      const unit = r.standard ? fair(r.legs[0]) * 1000 : Math.abs(score(r, machinePrice(r, 0))) || 1;
      if (Math.abs(score(r, mine) - ref) < 0.2 * Math.max(unit, fair(r.legs[0]) * 200)) {
        const qty =
          !mine.aon && !r.aon && mine.qty > mkOf(r.legs[0]).lot && chance(0.3)
            ? Math.min(partOf(r), mine.qty)
            : mine.qty;
        if (qty === r.remaining || !r.aon)
          return executeDeal(r, {
            quote: mine,
            other: DESK,
            qty,
            by: r.initiator,
            feedback: chance(0.4) ? pick(feedbackLines) : null,
          });
      }
    }
    if (
      chance(0.006) &&
      ![...S.counters.values()].some((c) => c.quote === mine.id && c.state === 'STANDING')
    ) {
      const c = putCounter(r, {
        from: r.initiator,
        to: DESK,
        quote: mine.id,
        price: machinePrice(r, between(-0.001, 0.003)),
        qty: mine.qty,
        comment: pick([null, 'Can you do this level?', 'Last try.']),
      });
      c.answerAt = Infinity;
      note(`${nameOf(r.initiator)} countered the desk's quotation ${mine.id} on request ${r.id}`);
    }
  }
  const p = proposalOf(r);
  if (p && chance(0.008))
    putProposal(r, machinePrice(r, -between(0.0005, 0.006)), { kind: p.kind, aon: p.aon });
  else if (!p && chance(0.002))
    putProposal(r, machinePrice(r, -between(0.0005, 0.006)), {
      kind: chance(0.6) ? 'firm' : 'indicative',
      aon: r.aon,
    });
  if (chance(0.0008)) {
    const q = liveQuotes(r).filter((q) => q.company !== DESK)[0];
    if (q && (q.qty === r.remaining || !r.aon))
      executeDeal(r, {
        quote: q,
        other: q.company,
        qty: q.qty,
        by: r.initiator,
        feedback: pick([null, ...feedbackLines]),
      });
  } else if (chance(0.0003)) closeRequest(r, 'CLOSED');
}
function machineTakers(r, t) {
  // other firms look at the desk's firm proposal
  const p = proposalOf(r);
  if (!p || p.kind !== 'firm' || t - p.placedAt < 6000) return;
  const f = machinePrice(r, 0);
  const gap = ((score(r, p) - score(r, f)) * (direction(r) === 'ask' ? 1 : -1)) / (fair(r.legs[0]) * 1000); // >0: generous to takers
  const c = pick(r.recipients.filter((c) => BOTS.includes(c) || (c === RIVAL && S.rivalBot)));
  if (c && chance(gap > 0 ? 0.12 : gap > -0.006 ? 0.02 : 0)) {
    const qty = p.aon || r.aon || chance(0.6) ? p.qty : Math.min(partOf(r), p.qty);
    if (qty === r.remaining || !r.aon) executeDeal(r, { proposal: p, other: c, qty, by: c });
  }
}
function answerCounter(c, t) {
  const r = S.requests.get(c.request);
  if (c.goodUntil <= t) {
    c.state = 'LAPSED';
    c.endedAt = t;
    return;
  }
  if (r.state !== 'OPEN' || S.frozen || c.answerAt > t || c.to === DESK || (c.to === RIVAL && !S.rivalBot))
    return;
  const mode = rnd();
  c.answerAt = Infinity;
  if (c.quote) {
    const q = S.quotes.get(c.quote);
    if (q.state !== 'LIVE') return;
    const f = machinePrice(r, -0.01);
    const absurd = better(r, score(r, c), score(r, f));
    if (mode < 0.55 && !absurd) {
      putQuote(
        r,
        c.to,
        { legs: c.legs, spread: c.spread },
        { qty: Math.min(c.qty, r.remaining), aon: q.aon, goodUntil: q.goodUntil },
      );
      q.nextMove = t + 45000;
      note(`${nameOf(c.to)} met counteroffer ${c.id}`, { request: r.id });
    } else if (mode < 0.85 && !absurd && !r.swap) {
      const tick = mkOf(r.legs[0]).tick;
      const mid = (a, b) => Math.round((a + b) / 2 / tick) * tick;
      const legs = q.legs.map((x, i) => mid(x, c.legs[i]));
      putQuote(
        r,
        c.to,
        { legs, spread: r.standard ? mid(q.spread, c.spread) : spreadPrice(r, legs) },
        { qty: q.qty, aon: q.aon, goodUntil: q.goodUntil },
      );
      q.nextMove = t + 20000;
      note(`${nameOf(c.to)} went halfway on counteroffer ${c.id}`, { request: r.id });
    } else {
      c.state = 'DECLINED';
      c.endedAt = t;
      note(`${nameOf(c.to)} declined counteroffer ${c.id}`, { request: r.id });
    }
  } else {
    const p = S.proposals.get(c.proposal);
    if (p?.state !== 'STANDING') return;
    if (mode < 0.4) {
      const legs = c.legs,
        spread = c.spread;
      c.state = 'MET';
      c.endedAt = t;
      putProposal(r, { legs, spread }, { kind: p.kind, aon: p.aon, qty: Math.min(p.qty, r.remaining) });
    } else {
      c.state = 'DECLINED';
      c.endedAt = t;
    }
  }
}

// ───────────────────────────── how records look on the wire
const oldNames = (v) => v === 'v2.0' || v === 'v2.1';
const company = (c) => ({ 'company-id': c, name: nameOf(c) });
const quantity = (m, unit) => ({ amount: qtyStr(m), unit });
function priceObject(r, q) {
  if (r.standard) return { type: 'standard-spread', 'spread-price': fromMilli(q.spread, mkOf(r.legs[0]).dp) };
  const o = { type: 'per-leg', legs: q.legs.map((x, i) => ({ price: fromMilli(x, mkOf(r.legs[i]).dp) })) };
  if (q.spread != null) o['spread-price'] = fromMilli(q.spread, mkOf(r.legs[0]).dp);
  return o;
}
function legView(l, withPrice = true, action = l.action) {
  const mk = mkOf(l);
  return {
    action,
    commodity: l.commodity,
    market: l.market,
    profile: l.profile,
    settlement: l.settlement,
    delivery: { start: l.start, end: l.end },
    quantity: quantity(l.qty, l.unit),
    currency: mk.currency,
    'price-unit': mk.priceUnit,
    'tick-size': fromMilli(mk.tick, mk.dp),
    clearing: { ...l.clearing },
    ...(withPrice ? { price: fromMilli(l.price, mk.dp) } : {}),
  };
}
function requestView(r, who, v) {
  const p = proposalOf(r);
  const o = { [oldNames(v) ? 'id' : 'request-id']: r.id, state: r.state, contract: r.contract };
  if (r.contract === 'spread' && !r.swap) {
    o['spread-type'] = r.spreadType;
    if (!oldNames(v)) o.classification = r.standard ? 'STANDARD' : 'CUSTOM';
  }
  o['own-role'] = r.initiator === who ? 'INITIATOR' : 'RECIPIENT';
  o.initiator = company(r.initiator);
  if (r.initiator === who) o.recipients = r.recipients.map(company);
  o['price-direction'] = direction(r);
  if (!oldNames(v)) o['all-or-none'] = r.aon;
  o.quantity = quantity(r.legs[0].qty, r.legs[0].unit);
  o['remaining-quantity'] = quantity(Math.max(0, r.remaining), r.legs[0].unit);
  if (!oldNames(v)) o['quantity-step'] = qtyStr(mkOf(r.legs[0]).lot);
  o.legs = r.legs.map((l) => legView(l));
  o['created-at'] = iso(r.createdAt);
  o['closes-at'] = iso(r.closesAt);
  o['concluded-at'] = iso(r.concludedAt);
  o.comment = r.comment;
  o['feedback-comment'] = r.state === 'OPEN' ? null : r.feedback;
  o['price-proposal'] = p ? { 'price-proposal-id': p.id, kind: p.kind } : null;
  o.trades = r.trades.filter((id) => sides(S.trades.get(id)).includes(who)).map((id) => ({ 'trade-id': id }));
  if (r.initiator === who) o['client-reference'] = r.clientRef;
  return o;
}
const sides = (t) => [t.initiator, t.recipient];
function quoteView(r, q, who) {
  return {
    'quotation-id': q.id,
    'request-id': r.id,
    revision: q.revision,
    state: q.state,
    counterparty: company(q.company),
    own: q.company === who,
    'price-direction': direction(r),
    quote: priceObject(r, q),
    quantity: quantity(q.qty, r.legs[0].unit),
    'all-or-none': q.aon,
    'placed-at': iso(q.placedAt),
    'amended-at': iso(q.amendedAt),
    'good-until': iso(q.goodUntil),
    comment: q.comment ?? null,
    ...(q.company === who ? { 'client-reference': q.clientRef } : {}),
  };
}
function proposalView(r, p, who) {
  return {
    'price-proposal-id': p.id,
    'request-id': r.id,
    kind: p.kind,
    state: p.state,
    proposer: company(p.company),
    'price-direction': direction(r) === 'ask' ? 'bid' : 'ask',
    quote: priceObject(r, p),
    quantity: quantity(p.qty, r.legs[0].unit),
    'all-or-none': p.aon,
    'placed-at': iso(p.placedAt),
    'good-until': iso(p.goodUntil),
    comment: p.comment ?? null,
    ...(p.company === who ? { 'client-reference': p.clientRef } : {}),
  };
}
function counterView(r, c, who) {
  return {
    'counteroffer-id': c.id,
    'request-id': r.id,
    state: c.state,
    sender: company(c.from),
    addressee: company(c.to),
    'quotation-id': c.quote,
    'price-proposal-id': c.proposal,
    quote: priceObject(r, c),
    quantity: quantity(c.qty, r.legs[0].unit),
    'placed-at': iso(c.placedAt),
    'good-until': iso(c.goodUntil),
    comment: c.comment ?? null,
    ...(c.from === who ? { 'client-reference': c.clientRef } : {}),
  };
}
function hoursOf(l) {
  return (zoneMidnight(addDays(l.end, 1)) - zoneMidnight(l.start)) / 3600000;
}
function tradeView(t, who) {
  const ini = t.initiator === who;
  const r = t.request ? S.requests.get(t.request) : null;
  return {
    'trade-id': t.id,
    venue: t.venue,
    'request-id': t.request,
    contract: t.contract,
    ...(t.contract === 'spread' && !t.swap
      ? { 'spread-type': t.spreadType, classification: t.standard ? 'STANDARD' : 'CUSTOM' }
      : {}),
    ...(t.swap ? { spreadType: 'GREEN_GREY_SWAP' } : {}),
    commodity: t.legs[0].commodity,
    counterparty: company(ini ? t.recipient : t.initiator),
    'traded-at': iso(t.tradedAt),
    legs: t.legs.map((l) => ({
      ...legView(l, true, ini ? l.action : flip(l.action)),
      ...(l.unit === 'MW' && l.profile === 'BASE'
        ? { 'total-energy': { amount: qtyStr(Math.round(l.qty * hoursOf(l))), unit: 'MWH' } }
        : {}),
    })),
    'pre-trade': r
      ? {
          'quotation-id': t.quote ?? null,
          'price-proposal-id': t.proposal ?? null,
          'all-or-none': r.aon,
          'legs-count': r.legs.length,
        }
      : null,
    execution: {
      view: ini ? 'INITIATOR' : 'RECIPIENT',
      aggressor: t.by == null ? null : t.by === who ? 'OWN' : 'COUNTERPARTY',
      partial: r ? t.legs[0].qty < r.legs[0].qty : false,
    },
    'client-reference': t.by === who ? (t.clientRef ?? null) : null,
  };
}
function analyticsView(r, who) {
  const all = [...S.quotes.values()].filter((q) => q.request === r.id);
  const qs = all.filter(
    (q) =>
      ['LIVE', 'TAKEN'].includes(q.state) ||
      (q.state === 'LAPSED' && r.concludedAt && (q.endedAt ?? 0) >= r.concludedAt - 1500),
  );
  qs.sort((a, b) => (better(r, score(r, a), score(r, b)) ? -1 : 1));
  const mine = qs.findIndex((q) => q.company === who);
  const open = r.state === 'OPEN';
  const show = r.initiator === who || !open;
  const l0 = mkOf(r.legs[0]);
  const f = (m) => fromMilli(m, l0.dp);
  const vals = qs.map((q) => score(r, q));
  const t = r.trades.map((id) => S.trades.get(id))[0];
  const own = mine >= 0 ? qs[mine] : null;
  const price = (q) =>
    r.contract === 'spread' && !r.standard
      ? {
          legs: q.legs.map((x, i) => ({ price: fromMilli(x, mkOf(r.legs[i]).dp) })),
          ...(q.spread != null ? { 'spread-price': f(q.spread) } : {}),
        }
      : f(score(r, q));
  const ct = r.standard ? 'standard-spread' : r.contract;
  return {
    type: ct,
    'contract-type': ct,
    'request-id': r.id,
    state: r.state,
    'price-direction': direction(r),
    'quotations-received': all.length,
    'quotations-standing': qs.length,
    'recipients-invited': r.recipients.length,
    'own-rank': mine >= 0 ? mine + 1 : null,
    'own-price': own ? price(own) : null,
    'best-price': show && qs.length ? price(qs[0]) : null,
    'worst-price': show && qs.length ? price(qs[qs.length - 1]) : null,
    'mean-price':
      show && vals.length && (r.contract === 'single' || r.standard)
        ? f(Math.round(vals.reduce((a, b) => a + b, 0) / vals.length))
        : null,
    'traded-price':
      show && t
        ? price({
            legs: t.legs.map((l) => l.price),
            spread: r.standard
              ? t.spread
              : spreadPrice(
                  r,
                  t.legs.map((l) => l.price),
                ),
          })
        : null,
    'feedback-comment': open ? null : r.feedback,
  };
}

// ───────────────────────────── refusals
class Refusal extends Error {
  constructor(status, code, detail, extra = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    Object.assign(this, extra);
  }
}
const TITLES = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict with current state',
  410: 'No longer offered',
  413: 'Payload too large',
  415: 'Unsupported media type',
  422: 'Request could not be processed',
};
const fail = (status, code, detail, extra) => {
  throw new Refusal(status, code, detail, extra);
};
class Fields {
  // collects field errors
  constructor() {
    this.list = [];
  }
  add(pointer, code, detail) {
    this.list.push({ pointer, code, detail });
  }
  done() {
    if (this.list.length)
      fail(
        422,
        'FIELD_ERRORS',
        `${this.list.length} field${this.list.length > 1 ? 's' : ''} of the request ${this.list.length > 1 ? 'are' : 'is'} not acceptable.`,
        { category: 'FIELD', fields: this.list },
      );
  }
}
function problem(e, trace) {
  const o = {
    type: 'https://docs.meridel.example/problems/' + e.code.toLowerCase().replaceAll('_', '-'),
    title: TITLES[e.status] ?? 'Error',
    status: e.status,
    detail: e.message,
    code: e.code,
    category: e.category ?? (e.status === 409 ? 'INVALID_STATE' : 'GLOBAL'),
    'trace-id': trace,
  };
  if (e.fields) o['field-errors'] = e.fields;
  if (e.current) o.current = e.current;
  return o;
}

// ───────────────────────────── reading bodies
const isObj = (x) => x && typeof x === 'object' && !Array.isArray(x);
function known(F, o, names, base = '') {
  for (const k of Object.keys(o))
    if (!names.includes(k)) F.add(`${base}/${k}`, 'UNKNOWN_FIELD', 'This field is not known here.');
}
function readDecimal(F, x, ptr, { positive = false, need = true } = {}) {
  if (x === undefined || x === null) {
    if (need) F.add(ptr, 'REQUIRED', 'A value is required.');
    return null;
  }
  if (typeof x !== 'string' || !DEC.test(x)) {
    F.add(
      ptr,
      'NOT_A_DECIMAL',
      'Decimals are sent as JSON strings, at most three places, for example "84.25".',
    );
    return null;
  }
  const m = toMilli(x);
  if (positive && m <= 0) {
    F.add(ptr, 'NOT_POSITIVE', 'Must be greater than zero.');
    return null;
  }
  return m;
}
function onTick(F, m, mk, ptr) {
  if (m != null && m % mk.tick !== 0)
    F.add(ptr, 'OFF_TICK', `Prices here move in steps of ${fromMilli(mk.tick, mk.dp)}.`);
}
function readQuantity(F, x, r, ptr, dflt) {
  if (x === undefined) return dflt;
  if (!isObj(x)) {
    F.add(ptr, 'REQUIRED', 'Expected {"amount","unit"}.');
    return null;
  }
  const m = readDecimal(F, x.amount, ptr + '/amount', { positive: true });
  if (x.unit !== r.legs[0].unit) F.add(ptr + '/unit', 'WRONG_UNIT', `This request is in ${r.legs[0].unit}.`);
  if (m != null) {
    if (m % mkOf(r.legs[0]).lot && m !== r.remaining)
      F.add(ptr + '/amount', 'OFF_STEP', `Quantities move in steps of ${qtyStr(mkOf(r.legs[0]).lot)}.`);
    if (m > r.remaining)
      F.add(ptr + '/amount', 'EXCEEDS_REMAINING', `Only ${qtyStr(r.remaining)} ${r.legs[0].unit} is open.`);
    if (r.aon && m < r.remaining) F.add(ptr + '/amount', 'ALL_OR_NONE', 'The request is all-or-none.');
  }
  return m;
}
function readPrice(F, x, r, ptr, { bare = false } = {}) {
  if (!isObj(x)) {
    F.add(ptr, 'REQUIRED', 'A price object is required.');
    return null;
  }
  if (r.standard) {
    if (x.type !== 'standard-spread') {
      F.add(ptr + '/type', 'WRONG_TYPE', 'A standard spread is priced with type standard-spread.');
      return null;
    }
    known(F, x, ['type', 'spread-price'], ptr);
    const m = readDecimal(F, x['spread-price'], ptr + '/spread-price');
    if (!bare) onTick(F, m, mkOf(r.legs[0]), ptr + '/spread-price');
    return m == null ? null : { legs: [], spread: m };
  }
  if (x.type !== 'per-leg') {
    F.add(ptr + '/type', 'WRONG_TYPE', 'This request is priced with type per-leg.');
    return null;
  }
  known(F, x, ['type', 'legs', 'spread-price'], ptr);
  if (!Array.isArray(x.legs)) {
    F.add(ptr + '/legs', 'REQUIRED', 'One price per leg is required.');
    return null;
  }
  if (r.swap && (x.legs.length < 3 || x.legs.slice(0, 3).some((l) => l?.price == null))) {
    F.add(ptr + '/legs', 'SWAP_LEG_PRICE_MISSING', 'A green-grey swap needs a price for all three legs.');
    return null;
  }
  if (x.legs.length !== r.legs.length) {
    F.add(ptr + '/legs', 'WRONG_LEG_COUNT', `Expected ${r.legs.length} legs in the order of the request.`);
    return null;
  }
  const legs = x.legs.map((l, i) => {
    const m = readDecimal(F, isObj(l) ? l.price : undefined, `${ptr}/legs/${i}/price`);
    if (!bare) onTick(F, m, mkOf(r.legs[i]), `${ptr}/legs/${i}/price`);
    return m;
  });
  if (legs.some((m) => m == null)) return null;
  if (r.swap && legs[1] !== legs[2])
    F.add(
      `${ptr}/legs/2/price`,
      'SWAP_POWER_PRICES_DIFFER',
      'The buy power price and the sell power price must be equal.',
    );
  const spread = spreadPrice(r, legs);
  if (x['spread-price'] !== undefined && x['spread-price'] !== null) {
    const m = readDecimal(F, x['spread-price'], ptr + '/spread-price');
    if (spread == null) F.add(ptr + '/spread-price', 'NOT_APPLICABLE', 'This request has no spread price.');
    else if (m != null && m !== spread && !bare)
      F.add(
        ptr + '/spread-price',
        'SPREAD_PRICE_INCONSISTENT',
        `The leg prices give ${fromMilli(spread, mkOf(r.legs[0]).dp)}.`,
      );
    return { legs, spread, sentSpread: m };
  }
  return { legs, spread };
}
function readUntil(F, x, ptr, dflt, max) {
  if (x === undefined || x === null) return dflt;
  const m = parseInstant(x);
  if (m == null) {
    F.add(ptr, 'NOT_AN_INSTANT', 'Expected ISO 8601 with seconds and an offset.');
    return dflt;
  }
  if (m <= now()) F.add(ptr, 'IN_THE_PAST', 'Must be in the future.');
  if (m > max) F.add(ptr, 'TOO_LATE', 'Lies after the closing time of the request.');
  return m;
}
function readText(F, x, ptr, max) {
  if (x === undefined || x === null) return null;
  if (typeof x !== 'string' || x.length > max) {
    F.add(ptr, 'TOO_LONG', `Text of at most ${max} characters.`);
    return null;
  }
  return x;
}
function readBool(F, x, ptr, dflt) {
  if (x === undefined) return dflt;
  if (typeof x !== 'boolean') {
    F.add(ptr, 'NOT_A_BOOLEAN', 'true or false.');
    return dflt;
  }
  return x;
}

function riskCheck(who, r, price, qty) {
  for (const [i, l] of r.legs.entries()) {
    const s = S.risk.get(who).get(l.commodity);
    if (!s.enabled) continue;
    const q = Math.round(l.qty * (qty / r.legs[0].qty));
    const inLimitUnit = l.unit === 'THM_PER_DAY' ? q / 818.914 : q; // gas limits are in MW; 1 MW = 818.914 therms a day
    if (inLimitUnit > s.maxQuantity)
      fail(
        422,
        'RISK_LIMIT',
        `Risk management for ${l.commodity} allows at most ${qtyStr(s.maxQuantity)} ${l.unit === 'THM_PER_DAY' ? 'MW' : l.unit} per order, this would be ${qtyStr(Math.round(inLimitUnit))}.`,
      );
    if (price && !r.standard && price.legs[i] != null) {
      const ref = fair(l) * 1000;
      if (Math.abs(price.legs[i] - ref) > (ref * s.priceBandPercent) / 100)
        fail(
          422,
          'RISK_LIMIT',
          `Leg ${i + 1}: the price is more than ${s.priceBandPercent} percent away from the reference price ${fromMilli(roundTick(ref / 1000, mkOf(l).tick), mkOf(l).dp)}.`,
        );
    }
  }
}

// ───────────────────────────── the endpoints
const routes = [];
const on = (method, versions, path, fn) =>
  routes.push({
    method,
    versions,
    path,
    fn,
    re: new RegExp('^' + path.replace(/\{[^}]+\}/g, '(\\d+)') + '$'),
  });
const V2X = ['v2.0', 'v2.1', 'v2.2', 'v2.3'],
  V22 = ['v2.2', 'v2.3'];
const wrap = (data) => ({ data });
function visible(c, id) {
  const r = S.requests.get(Number(id));
  if (!r || !participants(r).includes(c.who))
    fail(404, 'REQUEST_UNKNOWN', `There is no request ${id} for your company.`);
  if (r.standard && oldNames(c.v))
    fail(422, 'UPGRADE_REQUIRED', 'Standard spreads are readable from v2.2. Please upgrade.');
  return r;
}
const mustOpen = (r) => {
  if (r.state !== 'OPEN') fail(409, 'REQUEST_NOT_OPEN', `Request ${r.id} is ${r.state}.`);
};
const mustUpgrade = (c, r, what) => {
  if (r.standard && c.v !== 'v2.3')
    fail(422, 'UPGRADE_REQUIRED', `Standard spreads cannot be ${what} on ${c.v}. Please upgrade to v2.3.`);
};
const role = (r, who) => (r.initiator === who ? 'INITIATOR' : 'RECIPIENT');
const needRole = (r, who, want, what) => {
  if (role(r, who) !== want)
    fail(403, 'WRONG_ROLE', `Only the ${want.toLowerCase()} of a request can ${what}.`);
};
function parsePeriod(s, name) {
  const bad = () =>
    fail(
      400,
      'BAD_QUERY',
      `${name} is a period "from/until", each an ISO date, an ISO instant with offset or "..".`,
      {
        category: 'FIELD',
        fields: [
          {
            pointer: '?' + name,
            code: 'NOT_A_PERIOD',
            detail: 'For example 2026-11-20/2026-11-22 or 2026-11-20/..',
          },
        ],
      },
    );
  const p = s.split('/');
  if (p.length !== 2) bad();
  const one = (x, end) =>
    x === '..' || x === ''
      ? end
        ? Infinity
        : -Infinity
      : validDate(x)
        ? zoneMidnight(end ? addDays(x, 1) : x)
        : (parseInstant(x.replace(' ', '+')) ?? bad());
  return [one(p[0], false), one(p[1], true)];
}
function paged(c, rows, view) {
  const size = c.q.get('page-size');
  let n = 20;
  if (size != null) {
    n = Number(size);
    if (!Number.isInteger(n) || n < 1 || n > 100)
      fail(400, 'BAD_QUERY', 'page-size lies between 1 and 100.', {
        category: 'FIELD',
        fields: [{ pointer: '?page-size', code: 'OUT_OF_RANGE', detail: '1 to 100' }],
      });
  }
  let from = 0;
  const cur = c.q.get('cursor');
  if (cur) {
    let key;
    try {
      key = JSON.parse(Buffer.from(cur, 'base64url').toString());
    } catch {}
    if (!Array.isArray(key)) fail(400, 'BAD_CURSOR', 'The cursor is not one of ours.');
    from = rows.findIndex((x) => x.key[0] > key[0] || (x.key[0] === key[0] && x.key[1] > key[1]));
    if (from < 0) from = rows.length;
  }
  const part = rows.slice(from, from + n);
  const more = from + n < rows.length;
  return {
    data: part.map((x) => view(x.row)),
    page: {
      'page-size': n,
      'next-cursor': more
        ? Buffer.from(JSON.stringify(part[part.length - 1].key)).toString('base64url')
        : null,
    },
  };
}
const allowQuery = (c, names) => {
  for (const k of c.q.keys())
    if (!names.includes(k))
      fail(400, 'BAD_QUERY', `The query parameter ${k} is not known here.`, {
        category: 'FIELD',
        fields: [{ pointer: '?' + k, code: 'UNKNOWN_PARAMETER', detail: 'Allowed: ' + names.join(', ') }],
      });
};
const sorted = (list, ts) =>
  list
    .map((row) => ({ row, key: [ts(row), row.id] }))
    .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1]);

on('GET', [''], 'ping', () => ({
  body: {
    eventType: 'request-traded',
    eventId: 880000000,
    timestamp: now(),
    requestId: 4810000,
    tradeId: 2600014000,
  },
}));

// trades
on('GET', ['v2'], 'trades', (c) => {
  allowQuery(c, ['commodity', 'traded-at', 'cursor', 'page-size']);
  let list = [...S.trades.values()].filter((t) => sides(t).includes(c.who));
  const com = c.q.get('commodity');
  if (com) {
    const set = com.split(',');
    for (const x of set)
      if (!COMMODITIES.includes(x)) fail(400, 'BAD_QUERY', `${x} is not a commodity of the platform.`);
    list = list.filter((t) => t.legs.some((l) => set.includes(l.commodity)));
  }
  const per = c.q.get('traded-at');
  if (per) {
    const [a, b] = parsePeriod(per, 'traded-at');
    list = list.filter((t) => t.tradedAt >= a && t.tradedAt < b);
  }
  return {
    body: paged(
      c,
      sorted(list, (t) => t.tradedAt),
      (t) => ({
        'trade-id': t.id,
        venue: t.venue,
        commodity: t.legs[0].commodity,
        'traded-at': iso(t.tradedAt),
      }),
    ),
  };
});
const tradeFor = (c, id) => {
  const t = S.trades.get(Number(id));
  if (!t || !sides(t).includes(c.who))
    fail(404, 'TRADE_UNKNOWN', `There is no trade ${id} for your company.`);
  return t;
};
on('GET', ['v2', ...V2X], 'trades/{id}', (c, id) => ({ body: wrap(tradeView(tradeFor(c, id), c.who)) }));
const shapeView = (l, ref) => ({
  ...ref,
  'resolution-minutes': 60,
  start: iso(zoneMidnight(l.start)),
  unit: l.unit,
  values: l.shape.map(qtyStr),
});
on('GET', V22, 'trades/{id}/load-shape', (c, id) => {
  const t = tradeFor(c, id);
  if (!t.legs[0].shape) fail(404, 'NO_LOAD_SHAPE', 'This trade has no load shape.');
  const base = S.requests.get(t.request).legs[0].qty;
  return {
    body: wrap(
      shapeView(
        { ...t.legs[0], shape: t.legs[0].shape.map((x) => Math.round((x * t.legs[0].qty) / base)) },
        { 'trade-id': t.id },
      ),
    ),
  };
});

// requests
const requestList = (c, list) =>
  paged(
    c,
    sorted(list, (r) => r.createdAt),
    (r) => requestView(r, c.who, c.v),
  );
const mineTo = (c) =>
  [...S.requests.values()].filter((r) => participants(r).includes(c.who) && !(r.standard && oldNames(c.v)));
on('GET', V2X, 'tender/requests', (c) => {
  allowQuery(c, ['created-at', 'concluded-at', 'concluded', 'commodity', 'own-role', 'cursor', 'page-size']);
  let list = mineTo(c);
  const ca = c.q.get('created-at'),
    co = c.q.get('concluded-at'),
    old = c.q.get('concluded');
  if (co) {
    const [a, b] = parsePeriod(co, 'concluded-at');
    list = list.filter((r) => r.concludedAt != null && r.concludedAt >= a && r.concludedAt < b);
  } else if (old === 'true') {
    c.headers.deprecation = 'true';
    list = list.filter((r) => r.state !== 'OPEN');
  } else list = list.filter((r) => r.state === 'OPEN');
  if (ca) {
    const [a, b] = parsePeriod(ca, 'created-at');
    list = list.filter((r) => r.createdAt >= a && r.createdAt < b);
  }
  if (c.q.get('commodity'))
    list = list.filter((r) => r.legs.some((l) => c.q.get('commodity').split(',').includes(l.commodity)));
  if (c.q.get('own-role')) list = list.filter((r) => role(r, c.who) === c.q.get('own-role'));
  return { body: requestList(c, list) };
});
on('GET', V22, 'tender/concluded-requests', (c) => {
  allowQuery(c, ['created-at', 'concluded-at', 'commodity', 'cursor', 'page-size']);
  let list = mineTo(c).filter((r) => r.state !== 'OPEN');
  for (const [n, f] of [
    ['created-at', 'createdAt'],
    ['concluded-at', 'concludedAt'],
  ])
    if (c.q.get(n)) {
      const [a, b] = parsePeriod(c.q.get(n), n);
      list = list.filter((r) => r[f] >= a && r[f] < b);
    }
  if (c.q.get('commodity'))
    list = list.filter((r) => r.legs.some((l) => c.q.get('commodity').split(',').includes(l.commodity)));
  return {
    body: paged(
      c,
      sorted(list, (r) => r.concludedAt),
      (r) => requestView(r, c.who, c.v),
    ),
  };
});
on('GET', V2X, 'tender/requests/{id}', (c, id) => {
  allowQuery(c, ['spreadType']);
  const r = visible(c, id);
  const st = c.q.get('spreadType');
  if (st && !['GREEN_GREY_SWAP', 'PLAIN'].includes(st))
    fail(400, 'BAD_QUERY', 'spreadType is GREEN_GREY_SWAP or PLAIN.');
  if (st && (st === 'GREEN_GREY_SWAP') !== r.swap)
    fail(404, 'REQUEST_UNKNOWN', `Request ${id} is not of spreadType ${st}.`);
  const o = requestView(r, c.who, c.v);
  if (r.contract === 'spread') o.spreadType = r.swap ? 'GREEN_GREY_SWAP' : 'PLAIN';
  return { body: wrap(o) };
});
on('GET', V22, 'tender/requests/{id}/load-shape', (c, id) => {
  const r = visible(c, id);
  if (r.state !== 'OPEN')
    fail(409, 'REQUEST_NOT_OPEN', 'Load shapes of concluded requests are read from the trade.');
  if (!r.legs[0].shape) fail(404, 'NO_LOAD_SHAPE', 'This request has no load shape.');
  return { body: wrap(shapeView(r.legs[0], { 'request-id': r.id })) };
});
on('GET', V22, 'tender/requests/{id}/analytics', (c, id) => {
  const r = visible(c, id);
  if (r.standard && c.v !== 'v2.3')
    fail(
      422,
      'UPGRADE_REQUIRED',
      'Analytics of standard spreads are not available on v2.2. Please upgrade to v2.3.',
    );
  return { body: wrap(analyticsView(r, c.who)) };
});

on('POST', V22, 'tender/requests', (c) => {
  const b = c.body,
    F = new Fields();
  known(F, b, [
    'contract',
    'spread-type',
    'spreadType',
    'legs',
    'all-or-none',
    'closes-at',
    'recipients',
    'comment',
    'client-reference',
  ]);
  if (!['single', 'spread'].includes(b.contract)) F.add('/contract', 'NOT_ALLOWED', 'single or spread.');
  const swap = b.spreadType === 'GREEN_GREY_SWAP';
  if (b.spreadType !== undefined && !['GREEN_GREY_SWAP', 'PLAIN'].includes(b.spreadType))
    F.add('/spreadType', 'NOT_ALLOWED', 'GREEN_GREY_SWAP or PLAIN.');
  if (b.contract === 'spread' && !swap && !['time', 'location', 'efp'].includes(b['spread-type']))
    F.add('/spread-type', 'NOT_ALLOWED', 'time, location or efp.');
  if ((b.contract === 'single' || swap) && b['spread-type'] != null)
    F.add('/spread-type', 'NOT_APPLICABLE', 'Only plain spreads have a spread-type.');
  const want = b.contract === 'single' ? 1 : swap ? 3 : 2;
  if (!Array.isArray(b.legs) || b.legs.length !== want) {
    F.add('/legs', 'WRONG_LEG_COUNT', `Expected ${want} leg(s).`);
    F.done();
  }
  const legs = b.legs.map((x, i) => {
    const p = `/legs/${i}`;
    if (!isObj(x)) {
      F.add(p, 'REQUIRED', 'A leg is an object.');
      return null;
    }
    known(
      F,
      x,
      [
        'action',
        'commodity',
        'market',
        'profile',
        'settlement',
        'delivery',
        'quantity',
        'clearing',
        'load-shape',
      ],
      p,
    );
    if (!['BUY', 'SELL'].includes(x.action)) F.add(p + '/action', 'NOT_ALLOWED', 'BUY or SELL.');
    const mk = MARKETS[x.commodity + '/' + x.market];
    if (!COMMODITIES.includes(x.commodity)) F.add(p + '/commodity', 'NOT_ALLOWED', COMMODITIES.join(', '));
    else if (!mk) F.add(p + '/market', 'NOT_ALLOWED', 'See the commodities list.');
    const profile = x.profile ?? PROFILES[x.commodity]?.[0];
    if (mk && !PROFILES[x.commodity].includes(profile))
      F.add(p + '/profile', 'NOT_ALLOWED', PROFILES[x.commodity].join(', '));
    const settlement = x.settlement ?? 'PHYSICAL';
    if (!['PHYSICAL', 'FINANCIAL'].includes(settlement))
      F.add(p + '/settlement', 'NOT_ALLOWED', 'PHYSICAL or FINANCIAL.');
    const d = x.delivery;
    if (!isObj(d) || !validDate(d.start) || !validDate(d.end))
      F.add(p + '/delivery', 'NOT_A_DATE', 'start and end are ISO dates, both inclusive.');
    else {
      if (d.end < d.start) F.add(p + '/delivery/end', 'BEFORE_START', 'end lies before start.');
      if (d.start <= zoneDay(now()))
        F.add(p + '/delivery/start', 'IN_THE_PAST', 'Delivery starts tomorrow at the earliest.');
    }
    let qty = null;
    if (!isObj(x.quantity)) F.add(p + '/quantity', 'REQUIRED', 'Expected {"amount","unit"}.');
    else {
      qty = readDecimal(F, x.quantity.amount, p + '/quantity/amount', { positive: true });
      if (mk && x.quantity.unit !== mk.unit)
        F.add(p + '/quantity/unit', 'WRONG_UNIT', `${x.commodity}/${x.market} is in ${mk.unit}.`);
      if (mk && qty && qty % mk.lot)
        F.add(p + '/quantity/amount', 'OFF_STEP', `Quantities move in steps of ${qtyStr(mk.lot)}.`);
    }
    const cl = x.clearing ?? { method: 'BILATERAL' };
    if (!isObj(cl) || !['CLEARED', 'BILATERAL'].includes(cl.method))
      F.add(p + '/clearing/method', 'NOT_ALLOWED', 'CLEARED or BILATERAL.');
    else if (cl.method === 'CLEARED' && !['ECC', 'ICE'].includes(cl.house))
      F.add(p + '/clearing/house', 'NOT_ALLOWED', 'ECC or ICE.');
    else if (cl.method === 'CLEARED' && mk && !mk.house)
      F.add(p + '/clearing/method', 'NOT_ALLOWED', 'This market is not cleared.');
    let shape = null;
    if (profile === 'SHAPED') {
      const v = x['load-shape']?.values;
      if (!Array.isArray(v)) F.add(p + '/load-shape', 'REQUIRED', 'A shaped leg needs hourly values.');
      else {
        shape = v.map((y, j) => readDecimal(F, y, `${p}/load-shape/values/${j}`));
        if (isObj(d) && validDate(d.start) && validDate(d.end)) {
          const n = Math.round(hoursOf({ start: d.start, end: d.end }));
          if (n !== v.length) F.add(p + '/load-shape/values', 'WRONG_COUNT', `The delivery has ${n} hours.`);
        }
      }
    } else if (x['load-shape']) F.add(p + '/load-shape', 'NOT_APPLICABLE', 'Only for profile SHAPED.');
    return {
      action: x.action,
      commodity: x.commodity,
      market: x.market,
      profile,
      settlement,
      start: d?.start,
      end: d?.end,
      qty,
      unit: mk?.unit,
      clearing: { method: cl?.method, house: cl?.method === 'CLEARED' ? cl.house : null },
      price: null,
      ...(shape ? { shape } : {}),
    };
  });
  if (!F.list.length && swap) {
    if (legs[0].commodity !== 'GOO' || legs[1].commodity !== 'POWER' || legs[2].commodity !== 'POWER')
      F.add('/legs', 'SWAP_SHAPE', 'A green-grey swap has legs GOO, POWER, POWER in this order.');
    else if (legs[1].action === legs[2].action)
      F.add('/legs/2/action', 'SWAP_SHAPE', 'The power legs have opposite actions.');
  }
  if (!F.list.length && want === 2 && b['spread-type'] === 'location' && legs[0].market === legs[1].market)
    F.add('/legs/1/market', 'NOT_A_SPREAD', 'A location spread needs two markets.');
  if (
    !F.list.length &&
    want === 2 &&
    b['spread-type'] === 'time' &&
    legs[0].start === legs[1].start &&
    legs[0].end === legs[1].end
  )
    F.add('/legs/1/delivery', 'NOT_A_SPREAD', 'A time spread needs two deliveries.');
  const rec = b.recipients;
  if (!Array.isArray(rec) || !rec.length || rec.length > 20)
    F.add('/recipients', 'REQUIRED', 'Between 1 and 20 company ids.');
  else
    rec.forEach((x, i) => {
      if (!COMPANIES.has(x) || x === c.who)
        F.add(`/recipients/${i}`, 'NOT_A_RECIPIENT', 'See the recipients list.');
    });
  const closesAt =
    b['closes-at'] == null
      ? (F.add('/closes-at', 'REQUIRED', 'A closing time is required.'), null)
      : readUntil(F, b['closes-at'], '/closes-at', null, now() + 14 * 86400000);
  const aon = readBool(F, b['all-or-none'], '/all-or-none', false);
  const comment = readText(F, b.comment, '/comment', 250);
  const clientRef = readText(F, b['client-reference'], '/client-reference', 36);
  F.done();
  const o = {
    initiator: c.who,
    recipients: [...new Set(rec)],
    contract: b.contract,
    spreadType: b['spread-type'] ?? null,
    swap,
    legs,
    aon,
    closesAt,
    comment,
    clientRef,
  };
  if (isStandard(o) && c.v !== 'v2.3')
    fail(
      422,
      'UPGRADE_REQUIRED',
      'This request is a standard spread. Standard spreads cannot be created on v2.2, please upgrade to v2.3.',
    );
  riskCheck(c.who, o, null, legs[0].qty);
  const r = addRequest(o);
  if (!S.frozen) botQuotes(r, int(0, 2));
  c.effect = `created request ${r.id} (${r.contract}${r.standard ? ', standard spread' : r.swap ? ', green-grey swap' : r.spreadType ? ', ' + r.spreadType : ''}), ${qtyStr(r.legs[0].qty)} ${r.legs[0].unit}, ${r.legs.map((l) => `${l.action} ${l.commodity} ${l.market} ${l.start}..${l.end}`).join(' + ')}, to ${r.recipients.length} recipients`;
  return { status: 201, body: wrap(requestView(r, c.who, c.v)), location: `/${c.v}/tender/requests/${r.id}` };
});
on('POST', V22, 'tender/requests/{id}/closure', (c, id) => {
  const r = visible(c, id);
  needRole(r, c.who, 'INITIATOR', 'close it');
  mustOpen(r);
  const F = new Fields();
  known(F, c.body, ['feedback-comment']);
  const f = readText(F, c.body['feedback-comment'], '/feedback-comment', 250);
  F.done();
  closeRequest(r, closedState(r, 'CLOSED'), f);
  c.effect = `closed request ${r.id}`;
  return { body: wrap(requestView(r, c.who, c.v)) };
});

// quotations
const VQ = ['v2.1', 'v2.2', 'v2.3'];
const seesQuote = (r, q, who) => r.initiator === who || q.company === who;
const quoteFor = (c, id, qid) => {
  const r = visible(c, id);
  const q = S.quotes.get(Number(qid));
  if (!q || q.request !== r.id || !seesQuote(r, q, c.who))
    fail(404, 'QUOTATION_UNKNOWN', `There is no quotation ${qid} on request ${id} for your company.`);
  return [r, q];
};
on('GET', VQ, 'tender/requests/{id}/quotations', (c, id) => {
  allowQuery(c, ['state', 'cursor', 'page-size']);
  const r = visible(c, id);
  const st = c.q.get('state')?.split(',') ?? ['LIVE', 'TAKEN'];
  return {
    body: paged(
      c,
      sorted(
        [...S.quotes.values()].filter(
          (q) => q.request === r.id && seesQuote(r, q, c.who) && (st.includes('ANY') || st.includes(q.state)),
        ),
        (q) => q.placedAt,
      ),
      (q) => quoteView(r, q, c.who),
    ),
  };
});
on('GET', VQ, 'tender/requests/{id}/quotations/{qid}', (c, id, qid) => {
  const [r, q] = quoteFor(c, id, qid);
  return { body: wrap(quoteView(r, q, c.who)) };
});
on('POST', VQ, 'tender/requests/{id}/quotations', (c, id) => {
  const r = visible(c, id);
  needRole(r, c.who, 'RECIPIENT', 'quote');
  mustUpgrade(c, r, 'quoted');
  mustOpen(r);
  const b = c.body,
    F = new Fields();
  known(F, b, [
    'price-direction',
    'quote',
    'quantity',
    'all-or-none',
    'good-until',
    'comment',
    'client-reference',
  ]);
  if (!['bid', 'ask'].includes(b['price-direction'])) F.add('/price-direction', 'NOT_ALLOWED', 'bid or ask.');
  else if (b['price-direction'] !== direction(r))
    F.add('/price-direction', 'WRONG_SIDE', `This request takes quotations of direction ${direction(r)}.`);
  const price = readPrice(F, b.quote, r, '/quote');
  const qty = readQuantity(F, b.quantity, r, '/quantity', r.remaining);
  const aon = readBool(F, b['all-or-none'], '/all-or-none', r.aon);
  if (r.aon && !aon) F.add('/all-or-none', 'ALL_OR_NONE', 'The request is all-or-none.');
  const goodUntil = readUntil(F, b['good-until'], '/good-until', r.closesAt, r.closesAt);
  const comment = readText(F, b.comment, '/comment', 250);
  const clientRef = readText(F, b['client-reference'], '/client-reference', 36);
  F.done();
  riskCheck(c.who, r, price, qty);
  const { q, fresh } = putQuote(r, c.who, price, { qty, aon, goodUntil, clientRef, comment });
  c.effect = `${fresh ? 'placed' : 'amended to revision ' + q.revision} quotation ${q.id} on request ${r.id}: ${direction(r)} ${wordsPrice(r, q)} for ${qtyStr(qty)} ${r.legs[0].unit}`;
  return {
    status: fresh ? 201 : 200,
    body: wrap(quoteView(r, q, c.who)),
    ...(fresh ? { location: `/${c.v}/tender/requests/${r.id}/quotations/${q.id}` } : {}),
  };
});
on('POST', VQ, 'tender/requests/{id}/quotations/{qid}/withdrawal', (c, id, qid) => {
  const [r, q] = quoteFor(c, id, qid);
  if (q.company !== c.who) fail(403, 'NOT_YOURS', 'Only the sender of a quotation can withdraw it.');
  if (q.state !== 'LIVE')
    fail(409, 'QUOTATION_NOT_LIVE', `Quotation ${qid} is ${q.state}.`, { current: { state: q.state } });
  mustOpen(r);
  endQuote(q, 'WITHDRAWN');
  c.effect = `withdrew quotation ${q.id} from request ${r.id}`;
  return { body: wrap(quoteView(r, q, c.who)) };
});

// price proposals
on('GET', V2X, 'tender/requests/{id}/price-proposals', (c, id) => {
  allowQuery(c, ['state', 'cursor', 'page-size']);
  const r = visible(c, id);
  const st = c.q.get('state')?.split(',') ?? ['STANDING'];
  return {
    body: paged(
      c,
      sorted(
        [...S.proposals.values()].filter(
          (p) => p.request === r.id && (st.includes('ANY') || st.includes(p.state)),
        ),
        (p) => p.placedAt,
      ),
      (p) => proposalView(r, p, c.who),
    ),
  };
});
function postProposal(c, id) {
  const r = visible(c, id);
  needRole(r, c.who, 'INITIATOR', 'propose a price');
  mustUpgrade(c, r, 'given a price proposal');
  mustOpen(r);
  const b = c.body,
    F = new Fields();
  known(F, b, ['kind', 'quote', 'quantity', 'all-or-none', 'good-until', 'comment', 'client-reference']);
  if (!['firm', 'indicative'].includes(b.kind)) F.add('/kind', 'NOT_ALLOWED', 'firm or indicative.');
  const price = readPrice(F, b.quote, r, '/quote');
  const qty = readQuantity(F, b.quantity, r, '/quantity', r.remaining);
  const aon = readBool(F, b['all-or-none'], '/all-or-none', r.aon);
  const goodUntil = readUntil(F, b['good-until'], '/good-until', r.closesAt, r.closesAt);
  const comment = readText(F, b.comment, '/comment', 250);
  const clientRef = readText(F, b['client-reference'], '/client-reference', 36);
  F.done();
  riskCheck(c.who, r, price, qty);
  const { p, old } = putProposal(r, price, { kind: b.kind, qty, aon, clientRef, comment, goodUntil });
  c.effect = `placed ${p.kind} price proposal ${p.id} on request ${r.id}: ${wordsPrice(r, p)} for ${qtyStr(qty)} ${r.legs[0].unit}${old ? `, replacing ${old.id}` : ''}`;
  return { status: 201, body: wrap({ ...proposalView(r, p, c.who), replaces: old?.id ?? null }) };
}
on('POST', V22, 'tender/requests/{id}/price-proposals', postProposal);
on('POST', ['v2.2'], 'tender/requests/{id}/price-proposal', postProposal);
on('DELETE', ['v2.2'], 'tender/requests/{id}/price-proposal', (c, id) => {
  const r = visible(c, id);
  needRole(r, c.who, 'INITIATOR', 'delete its price proposals');
  mustOpen(r);
  const p = proposalOf(r);
  if (!p) fail(409, 'NO_PRICE_PROPOSAL', 'No price proposal stands on this request.');
  endProposal(p, 'DELETED');
  c.effect = `deleted price proposal ${p.id} of request ${r.id}`;
  return { status: 204 };
});

// individual counteroffers
const seesCounter = (x, who) => x.from === who || x.to === who;
on('GET', V22, 'tender/requests/{id}/individual-counteroffers', (c, id) => {
  allowQuery(c, ['state', 'cursor', 'page-size']);
  const r = visible(c, id);
  const st = c.q.get('state')?.split(',') ?? ['ANY'];
  return {
    body: paged(
      c,
      sorted(
        [...S.counters.values()].filter(
          (x) => x.request === r.id && seesCounter(x, c.who) && (st.includes('ANY') || st.includes(x.state)),
        ),
        (x) => x.placedAt,
      ),
      (x) => counterView(r, x, c.who),
    ),
  };
});
on('POST', V22, 'tender/requests/{id}/individual-counteroffers', (c, id) => {
  const r = visible(c, id);
  mustUpgrade(c, r, 'countered');
  mustOpen(r);
  const b = c.body,
    F = new Fields();
  known(F, b, [
    'quotation-id',
    'price-proposal-id',
    'quote',
    'quantity',
    'good-until',
    'comment',
    'client-reference',
  ]);
  const ini = r.initiator === c.who;
  const own = ini ? 'quotation-id' : 'price-proposal-id',
    not = ini ? 'price-proposal-id' : 'quotation-id';
  if (b[not] != null)
    F.add(
      '/' + not,
      'NOT_APPLICABLE',
      ini ? 'The initiator counters a quotation.' : 'A recipient counters the price proposal.',
    );
  if (!Number.isInteger(b[own])) F.add('/' + own, 'REQUIRED', 'Names what is countered.');
  const price = readPrice(F, b.quote, r, '/quote');
  const qty = readQuantity(F, b.quantity, r, '/quantity', undefined);
  const goodUntil = readUntil(F, b['good-until'], '/good-until', r.closesAt, r.closesAt);
  const comment = readText(F, b.comment, '/comment', 250);
  const clientRef = readText(F, b['client-reference'], '/client-reference', 36);
  F.done();
  const src = ini ? S.quotes.get(b[own]) : S.proposals.get(b[own]);
  if (!src || src.request !== r.id)
    fail(
      404,
      ini ? 'QUOTATION_UNKNOWN' : 'PRICE_PROPOSAL_UNKNOWN',
      `${own} ${b[own]} does not belong to request ${r.id}.`,
    );
  if (src.state !== (ini ? 'LIVE' : 'STANDING'))
    fail(409, ini ? 'QUOTATION_NOT_LIVE' : 'PRICE_PROPOSAL_NOT_STANDING', `It is ${src.state}.`, {
      current: { state: src.state },
    });
  riskCheck(c.who, r, price, qty ?? src.qty);
  const x = putCounter(r, {
    from: c.who,
    to: src.company,
    quote: ini ? src.id : null,
    proposal: ini ? null : src.id,
    price,
    qty: qty ?? src.qty,
    clientRef,
    comment,
    goodUntil,
  });
  c.effect = `sent counteroffer ${x.id} to ${nameOf(x.to)} on request ${r.id}: ${wordsPrice(r, x)} for ${qtyStr(x.qty)} ${r.legs[0].unit}`;
  return { status: 201, body: wrap(counterView(r, x, c.who)) };
});

// trading
on('POST', ['v2.2'], 'tender/requests/{id}/trade', (c, id) => {
  const r = visible(c, id);
  const b = c.body,
    F = new Fields();
  known(F, b, [
    'quotation-id',
    'price-proposal-id',
    'last-seen-price',
    'quantity',
    'feedback-comment',
    'client-reference',
  ]);
  const ini = r.initiator === c.who;
  if (ini ? b['price-proposal-id'] != null : b['quotation-id'] != null)
    fail(
      403,
      'WRONG_ROLE',
      ini ? 'The initiator accepts quotations.' : 'A recipient accepts price proposals.',
    );
  mustOpen(r);
  const own = ini ? 'quotation-id' : 'price-proposal-id';
  if (!Number.isInteger(b[own])) F.add('/' + own, 'REQUIRED', 'Names what is accepted.');
  const seen = readPrice(F, b['last-seen-price'], r, '/last-seen-price', { bare: true });
  const qty0 = readQuantity(F, b.quantity, r, '/quantity', undefined);
  const feedback = readText(F, b['feedback-comment'], '/feedback-comment', 250);
  const clientRef = readText(F, b['client-reference'], '/client-reference', 36);
  if (feedback && !ini) F.add('/feedback-comment', 'NOT_APPLICABLE', 'Only the initiator sends feedback.');
  F.done();
  const src = ini ? S.quotes.get(b[own]) : S.proposals.get(b[own]);
  if (!src || src.request !== r.id)
    fail(
      404,
      ini ? 'QUOTATION_UNKNOWN' : 'PRICE_PROPOSAL_UNKNOWN',
      `${own} ${b[own]} does not belong to request ${r.id}.`,
    );
  if (src.state !== (ini ? 'LIVE' : 'STANDING'))
    fail(409, ini ? 'QUOTATION_NOT_LIVE' : 'PRICE_PROPOSAL_NOT_STANDING', `It is ${src.state}.`, {
      current: { state: src.state },
    });
  if (!ini && src.kind !== 'firm')
    fail(409, 'INDICATIVE_ONLY', 'An indicative price proposal cannot be accepted.');
  const same = r.standard
    ? seen.spread === src.spread
    : seen.legs.every((x, i) => x === src.legs[i]) &&
      (seen.sentSpread == null || seen.sentSpread === src.spread);
  if (!same)
    fail(409, 'PRICE_MOVED', 'The last seen price is not the current price.', {
      current: { quote: priceObject(r, src), quantity: quantity(src.qty, r.legs[0].unit) },
    });
  const qty = qty0 ?? src.qty;
  if (qty > src.qty)
    fail(422, 'FIELD_ERRORS', '1 field of the request is not acceptable.', {
      category: 'FIELD',
      fields: [
        { pointer: '/quantity/amount', code: 'EXCEEDS_OFFER', detail: `Only ${qtyStr(src.qty)} is offered.` },
      ],
    });
  if (qty < src.qty && src.aon)
    fail(422, 'FIELD_ERRORS', '1 field of the request is not acceptable.', {
      category: 'FIELD',
      fields: [{ pointer: '/quantity/amount', code: 'ALL_OR_NONE', detail: 'The offer is all-or-none.' }],
    });
  riskCheck(c.who, r, src, qty);
  const other = ini ? src.company : c.who;
  const what = wordsPrice(r, src);
  const { trade, exec, full } = executeDeal(r, {
    [ini ? 'quote' : 'proposal']: src,
    other,
    qty,
    by: c.who,
    clientRef,
    feedback,
  });
  c.effect = `${trade ? `trade ${trade.id}` : `execution ${exec.id} (leg prices to follow)`}: accepted ${ini ? 'quotation' : 'price proposal'} ${src.id} of ${nameOf(src.company)} on request ${r.id}, ${qtyStr(qty)} ${r.legs[0].unit} at ${what}, ${full ? 'in full' : 'in part, ' + qtyStr(r.remaining) + ' remains'}`;
  const data = {
    'execution-id': exec?.id ?? null,
    'request-id': r.id,
    'request-state': r.state,
    trade: trade ? { 'trade-id': trade.id } : null,
    executed: quantity(qty, r.legs[0].unit),
    remaining: quantity(Math.max(0, r.remaining), r.legs[0].unit),
    price: r.standard
      ? { type: 'standard-spread', 'spread-price': fromMilli(src.spread, mkOf(r.legs[0]).dp) }
      : priceObject(r, src),
    counterparty: company(ini ? src.company : r.initiator),
    'executed-at': iso(now()),
  };
  return trade
    ? { status: 201, body: wrap(data), location: `/v2.2/trades/${trade.id}` }
    : { status: 202, body: wrap(data) };
});

// reference lists
on('GET', V2X, 'commodities', () => ({
  body: {
    data: COMMODITIES.map((k) => ({
      commodity: k,
      profiles: PROFILES[k],
      markets: Object.entries(MARKETS)
        .filter(([x]) => x.startsWith(k + '/'))
        .map(([x, m]) => ({
          market: x.split('/')[1],
          'quantity-unit': m.unit,
          'quantity-step': qtyStr(m.lot),
          currency: m.currency,
          'price-unit': m.priceUnit,
          'tick-size': fromMilli(m.tick, m.dp),
          'clearing-houses': m.house ? [m.house] : [],
        })),
    })),
    page: { 'page-size': 100, 'next-cursor': null },
  },
}));
on('GET', V22, 'tender/recipients', (c) => {
  allowQuery(c, ['cursor', 'page-size']);
  return {
    body: paged(
      c,
      [...COMPANIES.values()].filter((x) => x.id !== c.who).map((row) => ({ row, key: [row.id, 0] })),
      (x) => ({ ...company(x.id), city: x.city }),
    ),
  };
});
on('GET', V22, 'tender/recipient-suggestions', (c) => {
  allowQuery(c, ['commodity', 'market']);
  const k = c.q.get('commodity');
  if (!COMMODITIES.includes(k))
    fail(400, 'BAD_QUERY', 'commodity is required, one of ' + COMMODITIES.join(', ') + '.');
  const m = c.q.get('market');
  if (m && !MARKETS[k + '/' + m]) fail(400, 'BAD_QUERY', `There is no market ${m} in ${k}.`);
  const rows = [...COMPANIES.keys()]
    .filter((x) => x !== c.who)
    .map((x) => {
      const qs = [...S.quotes.values()].filter(
        (q) =>
          q.company === x &&
          S.requests.get(q.request).legs.some((l) => l.commodity === k && (!m || l.market === m)),
      );
      return { company: x, n: qs.length, hit: qs.filter((q) => q.state === 'TAKEN').length };
    })
    .sort((a, b) => b.n - a.n || a.company - b.company);
  const top = Math.max(1, rows[0].n);
  return {
    body: {
      data: rows.map((x) => ({
        recipient: company(x.company),
        score: Math.round(100 * ((0.8 * x.n) / top + 0.2 * (x.n ? x.hit / x.n : 0))),
        'recent-quotations': x.n,
      })),
      page: { 'page-size': 100, 'next-cursor': null },
    },
  };
});

// risk management
const riskView = (k, s) => {
  const mk = Object.entries(MARKETS).find(([x]) => x.startsWith(k + '/'))[1];
  return {
    commodity: k,
    enabled: s.enabled,
    settings: {
      'max-order-quantity': quantity(s.maxQuantity, mk.unit),
      'price-band-percent': s.priceBandPercent,
    },
    'changed-at': iso(s.changedAt),
  };
};
const riskFor = (c, k) =>
  S.risk.get(c.who).get(k) ?? fail(404, 'COMMODITY_UNKNOWN', `${k} is not a commodity of the platform.`);
on('GET', V22, 'risk/commodities', (c) => ({
  body: {
    data: [...S.risk.get(c.who)].map(([k, s]) => riskView(k, s)),
    page: { 'page-size': 100, 'next-cursor': null },
  },
}));
routes.push({
  method: 'PUT',
  versions: V22,
  path: 'risk/commodities/{commodity}/switch',
  re: /^risk\/commodities\/([A-Z]+)\/switch$/,
  fn: (c, k) => {
    const s = riskFor(c, k);
    const F = new Fields();
    known(F, c.body, ['enabled']);
    if (typeof c.body.enabled !== 'boolean') F.add('/enabled', 'NOT_A_BOOLEAN', 'true or false.');
    F.done();
    s.enabled = c.body.enabled;
    s.changedAt = now();
    c.effect = `risk management for ${k} switched ${s.enabled ? 'on' : 'off'}`;
    return { body: wrap(riskView(k, s)) };
  },
});
routes.push({
  method: 'PATCH',
  versions: V22,
  path: 'risk/commodities/{commodity}/settings',
  re: /^risk\/commodities\/([A-Z]+)\/settings$/,
  fn: (c, k) => {
    const s = riskFor(c, k),
      F = new Fields(),
      b = c.body;
    known(F, b, ['max-order-quantity', 'price-band-percent']);
    let q;
    const unit = Object.entries(MARKETS).find(([x]) => x.startsWith(k + '/'))[1].unit;
    if (b['max-order-quantity'] !== undefined) {
      q = readDecimal(F, b['max-order-quantity']?.amount, '/max-order-quantity/amount', { positive: true });
      if (b['max-order-quantity']?.unit !== unit) F.add('/max-order-quantity/unit', 'WRONG_UNIT', unit);
    }
    const p = b['price-band-percent'];
    if (p !== undefined && (!Number.isInteger(p) || p < 1 || p > 100))
      F.add('/price-band-percent', 'OUT_OF_RANGE', 'A whole number from 1 to 100.');
    F.done();
    if (q) s.maxQuantity = q;
    if (p) s.priceBandPercent = p;
    s.changedAt = now();
    c.effect = `risk settings of ${k}: at most ${qtyStr(s.maxQuantity)} ${unit} per order, price band ${s.priceBandPercent} percent`;
    return { body: wrap(riskView(k, s)) };
  },
});

// ───────────────────────────── sign-in, usage plan
const SECRET = randomBytes(32);
const b64 = (x) => Buffer.from(typeof x === 'string' ? x : JSON.stringify(x)).toString('base64url');
const signPart = (p) => createHmac('sha256', SECRET).update(p).digest('base64url');
function issue(cred) {
  const t = Math.floor(now() / 1000);
  const exp = Math.floor(nextMidnight(now()) / 1000);
  const p =
    b64({ alg: 'HS256', typ: 'JWT' }) +
    '.' +
    b64({
      iss: 'meridel',
      sub: cred.clientId,
      'company-id': cred.company,
      iat: t,
      exp,
      jti: randomBytes(6).toString('hex'),
    });
  return { token: p + '.' + signPart(p), exp: exp * 1000 };
}
function checkToken(h, cred) {
  const no = (code, d) =>
    fail(401, code, d, {
      www: `Bearer realm="meridel", error="${code === 'TOKEN_EXPIRED' ? 'invalid_token' : 'invalid_request'}"`,
    });
  if (!h) no('TOKEN_MISSING', 'The Authorization header is missing.');
  if (!h.startsWith('Bearer ')) no('TOKEN_MALFORMED', 'The Authorization header must start with "Bearer ".');
  const [a, b, s] = h.slice(7).split('.');
  const want = Buffer.from(signPart(a + '.' + b)),
    got = Buffer.from(s ?? '');
  if (want.length !== got.length || !timingSafeEqual(want, got))
    no('TOKEN_INVALID', 'The access token is not one of ours.');
  const pl = JSON.parse(Buffer.from(b, 'base64url').toString());
  if (pl.exp * 1000 <= now() || pl.iat * 1000 + 999 < S.tokensValidFrom)
    no('TOKEN_EXPIRED', 'The access token has expired.');
  if (pl['company-id'] !== cred.company) no('TOKEN_INVALID', 'The access token belongs to another API key.');
}
function plan(cred) {
  // token bucket 10/s, burst 100; 5000 per day (UTC day)
  let p = S.plans.get(cred.name);
  const day = new Date().toISOString().slice(0, 10);
  const t = now();
  if (!p)
    S.plans.set(
      cred.name,
      (p = { tokens: 100, at: t, day, used: 0, quota: 5000, throttled: 0, overQuota: 0 }),
    );
  if (p.day !== day) {
    p.day = day;
    p.used = 0;
  }
  p.tokens = Math.min(100, p.tokens + (t - p.at) / 100);
  p.at = t;
  if (p.used >= p.quota) {
    p.overQuota++;
    return 'Limit Exceeded';
  }
  p.used++; // every request counts
  if (p.tokens < 1) {
    p.throttled++;
    return 'Too Many Requests';
  }
  p.tokens -= 1;
  return null;
}

// ───────────────────────────── faults
const FAULTS = {
  'lose-answer': 'does the write and cuts the connection',
  'lose-request': 'cuts the connection before doing anything',
  503: 'answers 503 without doing anything',
  429: 'answers 429 without doing anything',
  slow: 'waits ms before answering',
  'lose-webhook': 'does not send the next webhook',
  'cut-body': 'does the work and sends half of the answer',
  'expire-tokens': 'all tokens issued so far are expired',
  quota: 'sets the requests left today {remaining}',
  freeze: 'market stands still',
  thaw: 'market moves again',
  'rival-off': 'the rival does nothing on its own',
  'rival-on': 'the rival acts again',
  'move-quotes': 'every machine quotation moves now',
  clear: 'all faults off',
};
function takeFault(match) {
  const i = S.faults.findIndex(match);
  if (i < 0) return null;
  const f = S.faults[i];
  if (f.next != null && --f.next <= 0) S.faults.splice(i, 1);
  return f;
}
function setFault(b) {
  const kind = String(b.kind);
  if (!(kind in FAULTS)) return { error: 'unknown kind', kinds: FAULTS };
  if (kind === 'clear') S.faults.length = 0;
  else if (kind === 'expire-tokens') S.tokensValidFrom = now();
  else if (kind === 'freeze') S.frozen = true;
  else if (kind === 'thaw') S.frozen = false;
  else if (kind === 'rival-off') S.rivalBot = false;
  else if (kind === 'rival-on') S.rivalBot = true;
  else if (kind === 'quota')
    for (const cr of CREDENTIALS) {
      if (b.credential && b.credential !== cr.name) continue;
      plan(cr);
      const p = S.plans.get(cr.name);
      p.used = p.quota - Number(b.remaining ?? 0);
    }
  else if (kind === 'move-quotes')
    for (const q of S.quotes.values()) {
      const r = S.requests.get(q.request);
      if (q.state === 'LIVE' && r.state === 'OPEN' && BOTS.includes(q.company))
        putQuote(r, q.company, machinePrice(r, between(0.001, 0.012)), {
          qty: q.qty,
          aon: q.aon,
          goodUntil: q.goodUntil,
        });
    }
  else
    S.faults.push({
      kind,
      next: kind === 'slow' ? (b.next ?? null) : (b.next ?? 1),
      ms: b.ms ?? 3000,
      method: b.method ?? null,
      path: b.path ?? null,
      credential: b.credential ?? null,
    });
  note(`fault ${kind} set`, { fault: b });
  return { faults: S.faults, frozen: S.frozen, rivalActsOnItsOwn: S.rivalBot };
}

// ───────────────────────────── the whole truth, in plain words
function truth() {
  const req = (r) => ({
    id: r.id,
    initiator: nameOf(r.initiator),
    recipients: r.recipients.map(nameOf),
    kind: r.swap
      ? 'green-grey swap'
      : r.standard
        ? 'standard spread'
        : r.contract === 'spread'
          ? r.spreadType + ' spread'
          : 'single',
    state: r.state,
    initiatorWantsLeg1: r.legs[0].action,
    quantity: qtyStr(r.legs[0].qty),
    remaining: qtyStr(Math.max(0, r.remaining)),
    unit: r.legs[0].unit,
    priceUnit: mkOf(r.legs[0]).priceUnit,
    allOrNone: r.aon,
    legs: r.legs.map(
      (l) =>
        `${l.action} ${qtyStr(l.qty)} ${l.unit} ${l.commodity} ${l.market} ${l.profile} ${l.settlement} ${l.start}..${l.end} ${l.clearing.method}${l.clearing.house ? ' ' + l.clearing.house : ''}`,
    ),
    created: iso(r.createdAt),
    closes: iso(r.closesAt),
    concluded: iso(r.concludedAt),
    comment: r.comment,
    feedback: r.feedback,
    clientReference: r.clientRef,
    trades: r.trades,
    quotations: [...S.quotes.values()]
      .filter((q) => q.request === r.id)
      .map((q) => ({
        id: q.id,
        by: nameOf(q.company),
        state: q.state,
        price: wordsPrice(r, q),
        quantityLeft: qtyStr(q.qty),
        allOrNone: q.aon,
        revision: q.revision,
        placed: iso(q.placedAt),
        amended: iso(q.amendedAt),
        ended: iso(q.endedAt),
        goodUntil: iso(q.goodUntil),
        clientReference: q.clientRef,
        history:
          q.company === DESK || q.company === RIVAL || r.initiator === DESK ? q.history : q.history.slice(-3),
      })),
    priceProposals: [...S.proposals.values()]
      .filter((p) => p.request === r.id)
      .map((p) => ({
        id: p.id,
        kind: p.kind,
        state: p.state,
        price: wordsPrice(r, p),
        quantityLeft: qtyStr(p.qty),
        allOrNone: p.aon,
        placed: iso(p.placedAt),
        ended: iso(p.endedAt),
        clientReference: p.clientRef,
      })),
    counteroffers: [...S.counters.values()]
      .filter((x) => x.request === r.id)
      .map((x) => ({
        id: x.id,
        from: nameOf(x.from),
        to: nameOf(x.to),
        answersTo: x.quote ? `quotation ${x.quote}` : `price proposal ${x.proposal}`,
        state: x.state,
        price: wordsPrice(r, x),
        quantity: qtyStr(x.qty),
        placed: iso(x.placedAt),
        ended: iso(x.endedAt),
        clientReference: x.clientRef,
      })),
  });
  const tr = (t) => ({
    id: t.id,
    venue: t.venue,
    request: t.request,
    at: iso(t.tradedAt),
    initiator: nameOf(t.initiator),
    recipient: nameOf(t.recipient),
    acceptedBy: t.by ? nameOf(t.by) : null,
    from: t.quote ? `quotation ${t.quote}` : t.proposal ? `price proposal ${t.proposal}` : null,
    clientReference: t.clientRef ?? null,
    legs: t.legs.map(
      (l) =>
        `initiator ${l.action} ${qtyStr(l.qty)} ${l.unit} ${l.commodity} ${l.market} ${l.start}..${l.end} at ${fromMilli(l.price)} ${mkOf(l).priceUnit}`,
    ),
  });
  return {
    now: iso(now()),
    started: iso(S.startedAt),
    seed: SEED,
    frozen: S.frozen,
    rivalActsOnItsOwn: S.rivalBot,
    companies: [...COMPANIES.values()],
    writes: S.writes,
    events: S.events,
    requests: [...S.requests.values()].map(req),
    trades: [...S.trades.values()].sort((a, b) => a.tradedAt - b.tradedAt).map(tr),
    standardSpreadsWaitingForLegPrices: S.pending.map((e) => ({
      execution: e.id,
      request: e.request,
      state: e.state,
      quantity: qtyStr(e.qty),
      spread: fromMilli(e.src.spread),
      acceptedBy: nameOf(e.ctx.by),
      enteredAtTheEarliest: iso(e.enterAt || S.startedAt),
      trade: e.trade,
    })),
    risk: Object.fromEntries(
      [DESK, RIVAL].map((c) => [
        nameOf(c),
        Object.fromEntries(
          [...S.risk.get(c)].map(([k, s]) => [
            k,
            { ...s, maxQuantity: qtyStr(s.maxQuantity), changedAt: iso(s.changedAt) },
          ]),
        ),
      ]),
    ),
    usage: Object.fromEntries(
      [...S.plans].map(([k, p]) => [
        k,
        {
          usedToday: p.used,
          quota: p.quota,
          bucket: Math.floor(p.tokens),
          throttled: p.throttled,
          overQuota: p.overQuota,
        },
      ]),
    ),
    webhooks: [...S.webhooks].map(([c, h]) => ({ for: nameOf(c), url: h.url })),
    webhookDeliveries: S.deliveries,
    faults: S.faults,
    fairPrices: Object.fromEntries(
      Object.entries(MARKETS).map(([k, m]) => [k, (m.base * (1 + driftOf(k))).toFixed(3)]),
    ),
  };
}

// ───────────────────────────── http
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function readBody(req, max = 65536 * 8) {
  let n = 0;
  const parts = [];
  for await (const ch of req) {
    n += ch.length;
    if (n > max) return null;
    parts.push(ch);
  }
  return Buffer.concat(parts).toString('utf8');
}
function send(res, status, body, type = 'application/json', headers = {}) {
  const s = body === undefined ? '' : JSON.stringify(body);
  res.writeHead(status, {
    ...(s ? { 'content-type': type } : {}),
    'content-length': Buffer.byteLength(s),
    ...headers,
  });
  res.end(s);
}
async function control(req, res, url) {
  const text = await readBody(req);
  let b = {};
  if (text)
    try {
      b = JSON.parse(text);
    } catch {
      return send(res, 400, { error: 'not JSON' });
    }
  if (url.pathname === '/__truth') {
    const t = truth();
    const only = url.searchParams.get('only');
    return send(res, 200, only ? Object.fromEntries(only.split(',').map((k) => [k, t[k]])) : t);
  }
  if (url.pathname === '/__fault' && req.method === 'GET')
    return send(res, 200, { kinds: FAULTS, faults: S.faults });
  if (url.pathname === '/__fault') {
    const o = setFault(b);
    return send(res, o.error ? 400 : 200, o);
  }
  if (url.pathname === '/__credentials') return send(res, 200, CREDENTIALS);
  if (url.pathname === '/__webhook') {
    const cr = CREDENTIALS.find((x) => x.name === (b.credential ?? 'desk'));
    if (!cr) return send(res, 400, { error: 'credential is desk or rival' });
    if (!b.url) {
      S.webhooks.delete(cr.company);
      return send(res, 200, { for: cr.name, url: null });
    }
    if (!/^https:/.test(b.url) && !/^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(b.url))
      return send(res, 400, { error: 'https only (http is let through for this machine)' });
    const secret = b.secret ?? 'whsec_' + cr.name;
    S.webhooks.set(cr.company, { url: b.url, secret });
    return send(res, 200, { for: cr.name, url: b.url, secret });
  }
  send(res, 404, {
    error: 'control paths: /__truth[?only=writes,trades] /__fault /__webhook /__credentials',
  });
}
const server = http.createServer(async (req, res) => {
  const url = new URL(req.url, 'http://x');
  const trace = randomBytes(8).toString('hex');
  try {
    if (url.pathname.startsWith('/__')) return await control(req, res, url);
    S.calls++;
    const at = now();
    const H = { 'x-trace-id': trace };
    const text = await readBody(req);
    const key = req.headers['x-api-key'];
    const cred = CREDENTIALS.find((x) => x.apiKey === key);
    const isWrite = req.method !== 'GET' && !url.pathname.endsWith('/authenticate');
    const record = (status, did, extra = {}) => {
      if (isWrite) {
        let body = null;
        try {
          body = text ? JSON.parse(text) : null;
        } catch {
          body = text;
        }
        S.writes.push({
          n: S.writes.length + 1,
          at: iso(at),
          by: cred?.name ?? 'unknown key',
          method: req.method,
          path: url.pathname,
          body,
          answer: status,
          did,
          ...extra,
        });
      }
    };
    const hit = (kind) =>
      takeFault(
        (f) =>
          f.kind === kind &&
          (!f.credential || f.credential === cred?.name) &&
          (!f.method || f.method === req.method) &&
          (!f.path || url.pathname.includes(f.path)) &&
          (kind !== 'lose-answer' || isWrite || f.method) &&
          (!url.pathname.endsWith('/authenticate') || f.path),
      );
    const slow = hit('slow');
    if (slow) await sleep(slow.ms);
    if (!cred) {
      record(403, 'nothing: unknown API key');
      return send(res, 403, { message: 'Forbidden' }, undefined, H);
    }
    const over = plan(cred);
    if (over) {
      record(429, 'nothing: ' + over);
      return send(res, 429, { message: over }, undefined, H);
    }
    if (hit('lose-request')) {
      record(null, 'nothing: connection cut before the request was looked at');
      return req.socket.destroy();
    }
    if (hit('503')) {
      record(503, 'nothing: fault');
      return send(res, 503, { message: 'Service Unavailable' }, undefined, H);
    }
    if (hit('429')) {
      record(429, 'nothing: fault');
      return send(res, 429, { message: 'Too Many Requests' }, undefined, H);
    }
    const lose = hit('lose-answer');
    const cut = hit('cut-body');
    const c = { who: cred.company, cred, q: url.searchParams, body: {}, headers: H, v: '', effect: null };
    let out;
    try {
      out = handle(req, url, text, c);
    } catch (e) {
      if (!(e instanceof Refusal)) {
        console.error(e);
        record(500, 'internal error: ' + e.message);
        return send(
          res,
          500,
          problem({ status: 500, code: 'INTERNAL', message: 'Something went wrong on our side.' }, trace),
          'application/problem+json',
          H,
        );
      }
      record(
        e.status,
        `nothing: refused, ${e.code}: ${e.message}${e.fields ? ' ' + e.fields.map((f) => f.pointer + ' ' + f.code).join(', ') : ''}`,
        lose ? { answerLost: true } : {},
      );
      if (lose) return req.socket.destroy();
      if (e.www) H['www-authenticate'] = e.www;
      if (e.allow) H.allow = e.allow;
      return send(res, e.status, problem(e, trace), 'application/problem+json', H);
    }
    record(out.status ?? 200, c.effect ?? 'done', lose ? { answerLost: true } : {});
    if (out.location) H.location = out.location;
    if (lose) return req.socket.destroy();
    if (cut && out.body) {
      const s = JSON.stringify(out.body);
      res.writeHead(out.status ?? 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(s),
        ...H,
      });
      res.write(s.slice(0, s.length >> 1));
      return setTimeout(() => req.socket.destroy(), 30);
    }
    send(res, out.status ?? 200, out.body, undefined, H);
  } catch (e) {
    console.error(e);
    try {
      send(res, 500, { message: 'Internal Server Error' });
    } catch {}
  }
});
function handle(req, url, text, c) {
  if (text === null) fail(413, 'TOO_LARGE', 'Bodies are at most 512 KiB.');
  const path = url.pathname;
  if (path === '/authenticate' || path === '/v2.0/authenticate') {
    if (req.method !== 'POST') fail(405, 'METHOD_NOT_ALLOWED', 'POST only.', { allow: 'POST' });
    let p;
    if (path === '/authenticate') {
      c.headers.deprecation = 'true';
      p = url.searchParams;
    } else {
      if (!/^application\/x-www-form-urlencoded/.test(req.headers['content-type'] ?? ''))
        fail(415, 'FORM_EXPECTED', 'Credentials are sent as application/x-www-form-urlencoded.');
      p = new URLSearchParams(text);
      if (p.get('grant-type') !== 'client_credentials')
        fail(400, 'UNSUPPORTED_GRANT', 'grant-type must be client_credentials.');
    }
    const id = p.get('client-id'),
      sec = p.get('client-secret');
    if (!id || !sec) fail(400, 'CREDENTIALS_MISSING', 'client-id and client-secret are required.');
    if (id !== c.cred.clientId || sec !== c.cred.clientSecret)
      fail(401, 'CREDENTIALS_REJECTED', 'Unknown client or wrong secret.');
    const t = issue(c.cred);
    return { body: { 'access-token': t.token, 'token-type': 'Bearer', 'expires-at': iso(t.exp) } };
  }
  checkToken(req.headers.authorization, c.cred);
  const m = /^\/(v\d+(?:\.\d+)?)\/(.+)$/.exec(path);
  const v = m ? m[1] : '';
  const rest = m ? m[2] : path.slice(1);
  c.v = v;
  if (v === 'v1' || /^v1\./.test(v))
    fail(410, 'VERSION_GONE', 'Version 1 has reached its end of life on this interface.');
  if (v === 'v2.0' && /quotations/.test(rest))
    fail(410, 'VERSION_GONE', 'The quotation endpoints of v2.0 were removed, use v2.1 or later.');
  const fits = routes.filter((r) => r.re.test(rest));
  if (!fits.length) fail(404, 'PATH_UNKNOWN', `There is no ${path}.`);
  const inV = fits.filter((r) => r.versions.includes(v));
  if (!inV.length)
    fail(
      404,
      'VERSION_NOT_OFFERED',
      `${rest} is not offered ${v ? 'in ' + v : 'without a version'}; offered in ${[...new Set(fits.flatMap((f) => f.versions))].map((x) => x || 'no version').join(', ')}.`,
    );
  const r = inV.find((x) => x.method === req.method);
  if (!r)
    fail(405, 'METHOD_NOT_ALLOWED', `${req.method} is not possible here.`, {
      allow: inV.map((x) => x.method).join(', '),
    });
  if ((v === 'v2.0' || v === 'v2.1') && rest.startsWith('tender/')) c.headers.deprecation = 'true';
  if (['POST', 'PUT', 'PATCH'].includes(r.method)) {
    if (text) {
      if (!/^application\/json/.test(req.headers['content-type'] ?? ''))
        fail(415, 'JSON_EXPECTED', 'Bodies are application/json.');
      try {
        c.body = JSON.parse(text);
      } catch {
        fail(400, 'NOT_JSON', 'The body is not JSON.');
      }
      if (!isObj(c.body)) fail(400, 'NOT_JSON', 'The body is a JSON object.');
    }
  }
  return r.fn(c, ...r.re.exec(rest).slice(1));
}

seed();
const hookArg = arg('webhook', null);
if (hookArg) S.webhooks.set(DESK, { url: hookArg, secret: 'whsec_desk' });
setInterval(pulse, 1000);
server.keepAliveTimeout = 15000;
server.on('error', (e) => {
  console.error(`cannot listen on port ${PORT}: ${e.code}`);
  process.exit(1);
});
server.listen(PORT, arg('host', '127.0.0.1'), () =>
  console.log(
    `meridel on http://127.0.0.1:${PORT} seed ${SEED}: ${S.requests.size} requests (${[...S.requests.values()].filter((r) => r.state === 'OPEN').length} open), ${S.trades.size} trades`,
  ),
);
