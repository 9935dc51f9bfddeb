import { CHAPTERS } from '../../src/taskpane/cells/function-chapters';
import { columnsOf, LEG_FIELDS } from './columns';
import type { DeclaredFunction } from './declared';

const OPENING = `# Functions

Written by \`npm run manual\` from the descriptions that Excel shows. In brackets: what leaving an argument out means. The examples work in the workbench.

- Tables spill with a header row and update by themselves; beyond 2,000 rows the last one says what is left out.
- Ids, names, products, fields, quantities and prices may be ranges: \`=DESK.RFQ(A2:A20,B1:F1)\` has a row per id and a column per field.
- \`#VALUE!\`: the formula has to change. \`#N/A\`: there is no value now. Both say why.
- **Fields and columns** go by the platform's names, those of tables and files, and what people call them, however written (\`Remaining\`, \`leg_1_price\`).
- **Legs:** \`leg 1 market\` is a field of leg 1. Where legs differ, \`quantity\` and the days are text (\`20 / 10\`), which SUM, MIN and SORT skip; \`leg 1 quantity\` is a number, \`leg 1 delivery-start\` a date. Each leg has ${LEG_FIELDS}.
- **RFQ** knows all that RFQS names.
- **Ids** are text: \`007\` keeps its zeros in a cell formatted as text. An id of more than 15 digits that Excel made a number is refused.
- **Days** are date cells or text: \`2026-11-20\`, \`20.11.2026\`, or with slashes as your system writes them.
- **A delivery** is a period such as \`Cal-27\`, or what \`product\` and \`marks\` show: \`=DESK.HOURS("DE Cal-27 peak")\`. Its market and load count like arguments; arguments that differ from them are refused.
- **A month** typed into a cell, such as Dec-26, becomes a date, one day of delivery: type \`'Dec-26\` or \`M12-26\`.
- **Prices** are exact. An empty cell is no price; \`'0\`, a text, is the price 0.
- **An unreadable record** says so in its cells, which SUM skips: ask \`COUNTIF(column,"unreadable*")\` too. Numbers of an unreadable trade are errors.
- **Dates and times** are Excel's own numbers, by the platform's clocks or those of \`DESK_ZONE\`. Format the column, or set \`DESK_FORMATTED_DATES=yes\`.
`;

/** A description that so many functions share is told once, at the top of the page. */
const SHARED_MIN = 2;

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
  const shared = sharedArguments(functions);
  const chapters = Object.entries(CHAPTERS).flatMap(([title, ids]) => [
    `## ${title}\n`,
    ...ids.map((id) => section(id, functions, shared)),
  ]);
  const told =
    shared.length > 0 ? [`Arguments that are not listed at their function:\n\n${shared.join('\n')}\n`] : [];
  return [OPENING, ...told, ...chapters].join('\n');
}

type Parameter = DeclaredFunction['parameters'][number];

/** What the opening says of every field, id, product and day. */
const TOLD_ABOVE =
  /, or a (row|column|range) of (names|these|ids|them|such prices)(: one (row|column) each)?|(?<!commas), or a range(?=\.)|: a date cell, or text like \d{4}-\d\d-\d\d/g;

/** A short "Left out: …" stands in brackets behind the argument's name. */
const LEFT_OUT = /\s*Left out: ([^.:;]{1,60})\.$/;

/** An argument as it is listed: its name, and what is said of it. */
function toldOf({ name, optional, description }: Parameter): {
  readonly name: string;
  readonly says: string;
} {
  const [end = '', leftOut] = LEFT_OUT.exec(description) ?? [];
  const text = description.slice(0, description.length - end.length).replace(TOLD_ABOVE, '');
  return {
    name: `\`${optional ? `[${name}]` : name}\``,
    says: `${leftOut === undefined ? '' : ` (${leftOut})`}: ${text}`,
  };
}

function lineOf(parameter: Parameter): string {
  const { name, says } = toldOf(parameter);
  return `- ${name}${says}`;
}

/** The lines of a function's arguments; those of which the same is said have one. */
function merged(parameters: readonly Parameter[]): readonly string[] {
  const all = parameters.map(toldOf);
  return [...new Set(all.map(({ says }) => says))].map((text) => {
    const names = all.filter(({ says }) => says === text).map(({ name }) => name);
    return `- ${names.join(', ')}${text}`;
  });
}

/** Lines of arguments that many functions describe in the same words; of one name only the most frequent line. */
function sharedArguments(functions: readonly DeclaredFunction[]): readonly string[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { parameters } of functions)
    for (const parameter of parameters) {
      const lines = counts.get(parameter.name) ?? new Map<string, number>();
      counts.set(parameter.name, lines);
      lines.set(lineOf(parameter), (lines.get(lineOf(parameter)) ?? 0) + 1);
    }
  return [...counts.values()].flatMap((lines) => {
    const [most] = [...lines].sort(([, one], [, other]) => other - one);
    return most !== undefined && most[1] >= SHARED_MIN ? [most[0]] : [];
  });
}

function section(id: string, functions: readonly DeclaredFunction[], shared: readonly string[]): string {
  const declared = functions.find((one) => one.id === id);
  if (!declared) throw new Error(`The manual names ${id}, and there is no such function.`);
  const { description, parameters } = declared;
  const given = parameters.map(({ name, optional }) => (optional ? `[${name}]` : name));
  const lines = merged(parameters.filter((parameter) => !shared.includes(lineOf(parameter))));
  return [
    `### DESK.${id}(${given.join(',')})\n`,
    `${description.replace(EXAMPLE, '')}\n`,
    ...[columnsOf(id) ?? []].flat(),
    ...(lines.length > 0 ? [`${lines.join('\n')}\n`] : []),
    `${examplesOf(declared)
      .map((example) => `\`${example}\``)
      .join(' or ')}\n`,
  ].join('\n');
}
