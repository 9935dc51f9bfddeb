import type { DeclaredFunction } from './declared';

/** What belongs together, in the order in which a trader meets it. */
const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  'Trades and positions': ['TRADES', 'TRADE', 'POSITION', 'PNL'],
  Requests: [
    ...['RFQS', 'RFQ', 'LEGS', 'QUOTES', 'BEST', 'MYQUOTE', 'CHECKQUOTE', 'DEPTH', 'AGE', 'HISTORY'],
    ...['PROPOSALS', 'COUNTEROFFERS', 'LASTSEEN', 'ANALYTICS'],
  ],
  'Spread and swap prices': ['SPREADPRICE', 'LEGPRICE', 'SPREADMIGRATE', 'SWAPCHECK'],
  'Deliveries: products, hours, energy, curves': [
    ...['PRODUCT', 'HOURS', 'PERIODS', 'ENERGY', 'NOTIONAL', 'CONVERT', 'ALLIN', 'SPARK', 'CURVE', 'STRIP'],
    ...['PROFILE', 'PROFILEPRICE'],
  ],
  'Risk, recipients, load shapes': ['RISK', 'RECIPIENTS', 'LOADSHAPE'],
  'The desk itself': ['JOURNAL', 'EVENTS', 'QUOTA', 'STATUS'],
};

const OPENING = `# Functions

Written by \`npm run manual\` from the descriptions that Excel shows; change them there. Every example works as it stands in
the workbench, on the simulator's opening market.

- A formula never sends anything, and equal questions from any number of cells cost one call.
- Live values update by themselves. Tables spill with a header row; without rows they are their header alone, and a
  table of more than 2,000 rows says in its last row how many are left out and what to ask for instead.
- Where an id, a field or a price is taken, a range is too: \`=DESK.RFQ(A2:A20,B1:F1)\` has a row per id and a column per field.
- \`#VALUE!\`: the formula has to change. \`#N/A\`: the value is not to be had now. Both say why, and what to do.
- Fields and columns go by the platform's names, by those of the tables, and by what people call them: \`leg 1 market\`, \`Start\`,
  \`Spread price\`, \`Remaining\`, in any case. A table shows the names that you asked by.
- RFQ and RFQS know what is worked out for a request too: \`product\` (DE Cal-27 peak), \`you\` (your side), \`standing\` (to quote, quoted, mine), \`best\`, \`quotes\`,
  \`my quote\`, \`distance\` (yours from the best of the others) and \`age\` (seconds). The last five cost calls, for the quotes of each request.
- Ids may be typed in small letters. They are text: \`007\` keeps its zeros in a cell that is formatted as text, and an id that Excel made a number of more than
  15 digits is refused, because Excel has lost some.
- A day is a date cell or text: \`2026-11-20\`, \`20.11.2026\`, or with slashes as your system writes days. It is a day of the
  platform's calendar, and so are the days of every list.
- A month typed into a cell, such as Dec-26, becomes a date there, and a date is one day of delivery. Type \`'Dec-26\`, a text, or \`M12-26\`;
  within a formula \`"Dec-26"\` is the month.
- Prices are exact. An empty cell is no price: where Excel cannot tell it from 0 the function says so, and \`'0\`, a zero as
  text, is the price 0.
- Dates and times are Excel's own numbers, by the clocks of the platform, or of the zone in the gateway's setting \`DESK_ZONE\`. They
  count from 1900: in a workbook that counts from 1904 (File, Options, Advanced) they are four years off, both ways.
  A formula brings no format: give the column one of dates, or let \`DESK_FORMATTED_DATES=yes\` bring it along in an Excel that takes that.
`;

const EXAMPLE = /\s*Examples?: (.+)$/;

/** The examples of a function, without any further words. */
export function examplesOf({ id, description }: DeclaredFunction): readonly string[] {
  const examples = EXAMPLE.exec(description)?.[1]
    ?.split(' or =')
    .map((text) => text.replace(/^=?/, '='));
  if (!examples) throw new Error(`DESK.${id} has no example.`);
  return examples;
}

/** docs/functions.md. Throws a sentence when a function is in no chapter, or a chapter names one that there is not. */
export function manualOf(functions: readonly DeclaredFunction[]): string {
  const named = Object.values(CHAPTERS).flat();
  const left = functions.filter(({ id }) => !named.includes(id)).map(({ id }) => id);
  if (left.length > 0) throw new Error(`The manual has no chapter for ${left.join(', ')}: add one.`);
  const chapters = Object.entries(CHAPTERS).flatMap(([title, ids]) => [
    `## ${title}\n`,
    ...ids.map((id) => section(id, functions)),
  ]);
  return [OPENING, ...chapters].join('\n');
}

function section(id: string, functions: readonly DeclaredFunction[]): string {
  const declared = functions.find((one) => one.id === id);
  if (!declared) throw new Error(`The manual names ${id}, and there is no such function.`);
  const { description, parameters } = declared;
  const given = parameters.map(({ name, optional }) => (optional ? `[${name}]` : name));
  const lines = parameters.map((parameter, index) => `- \`${given[index]}\`: ${parameter.description}`);
  return [
    `### DESK.${id}(${given.join(', ')})\n`,
    `${description.replace(EXAMPLE, '')}\n`,
    ...(lines.length > 0 ? [`${lines.join('\n')}\n`] : []),
    `Example: ${examplesOf(declared)
      .map((example) => `\`${example}\``)
      .join(' or ')}\n`,
  ].join('\n');
}
