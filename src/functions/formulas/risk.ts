import { failed, success, type Outcome } from '../../domain/failure';
import type { RawRecord, Risk } from '../../domain/record';
import { fieldsArgument, together, wordsArgument } from './arguments';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import { cellOf, type Cell, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type FormulaContext, type Formula } from '../cells/context';
import { getPath, noSuchField, RISK_FIELDS } from './fields';
import { card } from './records';
import { is } from './request-table';
import type { SheetTime } from '../cells/sheet-time';
import { table, type Column } from './tables';

/**
 * RISK: without a commodity a table of all; one commodity is a card of its state and its settings; a column of them and a
 * row of fields fill a table. Settings are asked for only where they are shown.
 */
export function riskFormula(given: { commodity: unknown; field: unknown }): Formula {
  const read = together({
    commodities: wordsArgument(given.commodity, 'commodity'),
    fields: fieldsArgument(given.field),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { commodities, fields } = read.value;
  if (!commodities) return (desk) => inServiceTime(desk, (time) => riskTable(desk, { fields, time }));
  const [only, ...others] = commodities;
  if (fields) {
    return (desk) =>
      inServiceTime(desk, (time) => commodities.map((name) => riskRow(desk, name, { fields, time })));
  }
  if (only === undefined || others.length > 0) return cellFailure(NAMES_MISSING);
  return (desk) => inServiceTime(desk, (time) => riskCard(desk, only, time));
}

const NAMES_MISSING = refused(
  'Field names are missing for several commodities.',
  'Add for example "risk-management", or a row of names.',
);

function riskTable(
  desk: FormulaContext,
  { fields = ['risk-management'], time }: { fields: readonly string[] | undefined; time: SheetTime },
): Shown {
  const listing = valueOf(desk, { kind: 'risks' });
  if (listing instanceof CellFailure) return listing;
  const columns = ['commodity', ...fields.filter((name) => name !== '')].map((name): Column<Risk> => ({
    name,
    cell: (risk) => riskCell(desk, risk, { name, time }),
  }));
  return table({
    columns,
    rows: listing.records,
    unreadable: listing.unreadable,
    id: 'commodity',
    time,
    rest: 'name the commodities you need.',
  });
}

function riskRow(
  desk: FormulaContext,
  commodity: string,
  { fields, time }: { fields: readonly string[]; time: SheetTime },
): Cell[] {
  const risk = commodity === '' ? undefined : riskOf(desk, commodity);
  return fields.map((name) => {
    if (risk === undefined || name === '') return '';
    return risk instanceof CellFailure ? risk : riskCell(desk, risk, { name, time });
  });
}

function riskCard(desk: FormulaContext, commodity: string, time: SheetTime): Shown {
  const risk = riskOf(desk, commodity);
  if (risk instanceof CellFailure) return risk;
  const settings = settingsOf(desk, risk);
  return settings instanceof CellFailure ? settings : card({ ...risk.raw, ...settings, ...risk.raw }, time);
}

/** What the list says needs no further call; whatever else may be a setting. */
function riskCell(
  desk: FormulaContext,
  { raw, commodity }: Risk,
  { name, time }: { name: string; time: SheetTime },
): Cell {
  const said = getPath(raw, name);
  if (said.found) return cellOf(said.value, said.name, time);
  const settings = settingsOf(desk, { commodity });
  if (settings instanceof CellFailure) return settings;
  const looked = getPath(settings, name);
  if (looked.found) return cellOf(looked.value, looked.name, time);
  return cellFailure(noSuchField(name, [...RISK_FIELDS, ...Object.keys({ ...raw, ...settings })]));
}

const settingsOf = (desk: FormulaContext, { commodity }: Pick<Risk, 'commodity'>): RawRecord | CellFailure =>
  valueOf(desk, { kind: 'risk-settings', commodity });

function riskOf(desk: FormulaContext, commodity: string): Risk | CellFailure {
  const listing = valueOf(desk, { kind: 'risks' });
  if (listing instanceof CellFailure) return listing;
  const found = named(listing.records, commodity);
  return found.ok ? found.value : cellFailure(found.failure);
}

function named(risks: readonly Risk[], commodity: string): Outcome<Risk> {
  const risk = risks.find((one) => is(commodity)(one.commodity));
  if (risk) return success(risk);
  const known = risks.map((one) => one.commodity).join(', ') || 'none';
  return failed(refused(`There is no risk management for "${commodity}".`, `There is for: ${known}.`));
}
