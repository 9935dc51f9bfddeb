/** What belongs together, in the order in which a trader meets it: in the pane as in docs/functions.md. */
export const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  'Trades and positions': ['TRADES', 'TRADE', 'POSITION', 'PNL'],
  Requests: [
    ...['RFQS', 'RFQ', 'LEGS', 'QUOTES', 'BEST', 'MYQUOTE', 'CHECKQUOTE', 'DEPTH', 'AGE', 'HISTORY', 'WINS'],
    ...['PROPOSALS', 'COUNTEROFFERS', 'LASTSEEN', 'ANALYTICS'],
  ],
  'Spread and swap prices': ['SPREADPRICE', 'LEGPRICE', 'SPREADMIGRATE', 'SWAPCHECK'],
  'Deliveries: products, hours, energy, curves': [
    ...['PRODUCT', 'HOURS', 'PERIODS', 'ENERGY', 'NOTIONAL', 'CONVERT', 'ALLIN', 'SPARK', 'CURVE', 'STRIP'],
    ...['PROFILE', 'PROFILEPRICE'],
  ],
  'Risk, recipients, load shapes': ['RISK', 'RECIPIENTS', 'LOADSHAPE'],
  'The desk itself': ['PROGRAM', 'JOURNAL', 'EVENTS', 'QUOTA', 'STATUS'],
};
