import { fieldInWords } from '../../src/domain/field-name';
import { ANALYTICS_FIELDS, type KnownFields } from '../../src/functions/formulas/fields';
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
  ANALYTICS: { columns: [], known: ANALYTICS_FIELDS },
};

const LEG = 'leg 1 ';

/** What a function shows when it is asked for, beside the columns that its table has by itself. The fields of leg 1 stand for those of each leg. */
export function columnsOf(id: string): string | undefined {
  const choice = CHOICES[id];
  if (!choice) return undefined;
  const columns = choice.columns.map(({ name }) => name);
  const fields = choice.known.map(fieldInWords);
  const asked = [...(choice.further ?? []).map(({ name }) => name), ...fields].filter(
    (name) => !columns.includes(name),
  );
  const list = (names: readonly string[]): string =>
    [...new Set(names)].map((name) => `\`${name}\``).join(', ');
  const ofLegs = asked.filter((name) => name.startsWith(LEG)).map((name) => name.slice(LEG.length));
  const legs = ofLegs.length > 0 ? `; of each leg, such as \`leg 1 market\`: ${list(ofLegs)}` : '';
  const title = columns.length > 0 ? 'Beside its columns, when asked for' : 'Fields';
  return `${title}: ${list(asked.filter((name) => !name.startsWith(LEG)))}${legs}.\n`;
}
