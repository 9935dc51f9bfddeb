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

/** What the columns of a function may be: those that it shows by itself, then those that it shows when they are asked for. */
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
  return columns.length > 0
    ? `Columns: ${list(columns)}. When asked for: ${list(asked)}.\n`
    : `Fields: ${list(asked)}.\n`;
}
