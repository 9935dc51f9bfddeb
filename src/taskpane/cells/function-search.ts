/** What people look for that stands in no name or description, or there among others. */
const EVERYDAY: Readonly<Record<string, string>> = {
  AGE: 'how old stale delay fresh seconds',
  ALLIN: 'fees costs',
  BEST: 'top of book price bid ask',
  CURVE: 'forward marks',
  DEPTH: 'volume size liquidity',
  ENERGY: 'volume mwh',
  HISTORY: 'chart past',
  JOURNAL: 'log audit',
  NOTIONAL: 'value money',
  PNL: 'profit and loss p&l mark to market mtm',
  POSITION: 'volume vwap average price exposure net',
  PRODUCT: 'contract period',
  QUOTA: 'limit calls',
  RFQS: 'list of requests rfq',
  SPARK: 'clean dark spread',
  STATUS: 'live connected last heard',
  STRIP: 'fair price mark',
  TRADES: 'deals volume executed',
  WINS: 'hit rate win',
};

interface Sought {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

/** Those that have each word of what is looked for: by their name first, then by what people call it, then by their descriptions. */
export function foundIn<F extends Sought>(functions: readonly F[], wanted: string): readonly F[] {
  const said = wanted.trim().toLowerCase();
  if (said === '') return functions;
  const words = said.split(/\s+/);
  const name = said.replace(/^desk\./, '');
  const rankOf = (one: F): number => {
    const own = one.name.toLowerCase();
    const everyday = EVERYDAY[one.name] ?? '';
    if (own === name) return 0;
    if (own.includes(name)) return 1;
    if (words.every((word) => everyday.includes(word))) return 2;
    const text = [`desk.${own}`, everyday, one.description].concat(
      one.parameters.flatMap((parameter) => [parameter.name, parameter.description]),
    );
    const all = text.join(' ').toLowerCase();
    return words.every((word) => all.includes(word)) ? 3 : Infinity;
  };
  return functions
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}
