import { fieldInWords } from '../../src/domain/field-name';
import { ANALYTICS_RECORD } from '../../src/functions/formulas/analytics';
import type { KnownFields } from '../../src/functions/formulas/fields';
import {
  COUNTEROFFER_CHOICE,
  PROPOSAL_CHOICE,
  QUOTE_CHOICE,
} from '../../src/functions/formulas/offer-tables';
import { REQUEST_CHOICE } from '../../src/functions/formulas/request-columns';
import { TRADE_CHOICE } from '../../src/functions/formulas/trade-table';

interface Choice {
  readonly columns: readonly { readonly name: string }[];
  readonly further?: readonly { readonly name: string }[];
  readonly known: KnownFields;
}

const CHOICES: Readonly<Record<string, Choice>> = {
  TRADES: TRADE_CHOICE,
  RFQS: REQUEST_CHOICE,
  QUOTES: QUOTE_CHOICE,
  PROPOSALS: PROPOSAL_CHOICE,
  COUNTEROFFERS: COUNTEROFFER_CHOICE,
  ANALYTICS: { columns: [], known: ANALYTICS_RECORD.choice.known },
};

const LEG = 'leg 1 ';
const list = (names: readonly string[]): string =>
  [...new Set(names)].map((name) => `\`${name}\``).join(', ');

/** What the columns that a function works out mean, where their names do not say it. */
const MEANINGS: Readonly<Record<string, string>> = {
  product: 'DE Cal-27 peak',
  marks: 'what curves need to price it',
  you: 'your side',
  standing: 'to quote, quoted (or proposed), taken: rest unknown, filled, mine',
  best: 'yours included; from here to `age` calls for each request',
  'reference kind': "others' best quote, else the best price proposal",
  distance: "yours less others' best",
  age: 'seconds, of best and reference the older',
};

/** The names that a choice has beside the columns of its table. */
function askedFor({ columns, further = [], known }: Choice): readonly string[] {
  const shown = columns.map(({ name }) => name);
  return [...further.map(({ name }) => name), ...known.map(fieldInWords)].filter(
    (name) => !shown.includes(name),
  );
}

const legFields = (choice: Choice): string =>
  list(
    askedFor(choice)
      .filter((name) => name.startsWith(LEG))
      .map((name) => name.slice(LEG.length)),
  );

/** The fields of each leg: of requests as of trades, so the page names them once. */
export const LEG_FIELDS = legFields(TRADE_CHOICE);

/** What a function shows when it is asked for, beside the columns that its table has by itself. */
export function columnsOf(id: string): string | undefined {
  const choice = CHOICES[id];
  if (!choice) return undefined;
  const worked = (choice.further ?? []).map(({ name }) => name);
  const names = [...new Set(askedFor(choice))].filter((name) => !name.startsWith(LEG));
  const told = names.map((name) => {
    const meaning = worked.includes(name) ? MEANINGS[name] : undefined;
    return `\`${name}\`${meaning === undefined ? '' : ` (${meaning})`}`;
  });
  const ofLegs = legFields(choice);
  const legs = ofLegs === '' ? '' : ofLegs === LEG_FIELDS ? ', fields of legs' : `; of each leg: ${ofLegs}`;
  const further = `${told.join(', ')}${legs}.\n`;
  return choice.columns.length > 0 ? `${usual(choice)}. Further columns: ${further}` : `Fields: ${further}`;
}

/** The columns that a table has by itself. Those of other offers are named by what they have beside a quote's. */
function usual({ columns }: Choice): string {
  const names = columns.map(({ name }) => name);
  const shared = QUOTE_CHOICE.columns.slice(1).map(({ name }) => name);
  const isOfOffers = columns !== QUOTE_CHOICE.columns && shared.every((name) => names.includes(name));
  if (!isOfOffers) return `Columns: ${list(names)}`;
  return `Columns: ${list(names.filter((name) => !shared.includes(name)))}, then as QUOTES`;
}
