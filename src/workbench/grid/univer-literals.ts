import type { Injector } from '@univerjs/core';
import {
  ArrayValueObject,
  type BaseValueObject,
  StringValueObject,
  ValueNodeFactory,
  ValueObjectFactory,
} from '@univerjs/engine-formula';

/** These give on what they are given, to a function that may want the text. */
const PASSING_ON: ReadonlySet<string> = new Set([
  ...['IF', 'IFS', 'IFERROR', 'IFNA', 'CHOOSE', 'SWITCH'],
  ...['HSTACK', 'VSTACK', 'TOCOL', 'TOROW'],
]);

/**
 * Texts of a formula stay texts, as in Excel. The engine (Univer 0.25.1) reads "Jan-27" as a number of a day, and "50%" as one too,
 * wherever a function's arguments do not say otherwise, and always in a constant such as {"Jan-27",95}, which it also cuts at
 * commas within a text.
 */
export function keepTexts(injector: Injector): void {
  const nodes = injector.get(ValueNodeFactory);
  const create = nodes.create.bind(nodes);
  nodes.create = (token) => {
    const node = create(token);
    const execute = node.execute.bind(node);
    node.execute = () => {
      if (token.startsWith('{')) return node.setValue(constant(token));
      const passing = PASSING_ON.has(node.getParent()?.getToken().trim().toUpperCase() ?? '');
      return passing && isText(token) ? node.setValue(StringValueObject.create(unquoted(token))) : execute();
    };
    return node;
  };
}

const isText = (token: string): boolean => token.startsWith('"');
const unquoted = (token: string): string => token.slice(1, -1).replaceAll('""', '"');

/** The cells of {"Jan-27",95;"Feb-27",93}. */
function constant(token: string): ArrayValueObject {
  const cells = rowsOf(token.slice(1, -1)).map((row) => row.map((cell) => cellOf(cell.trim())));
  return ArrayValueObject.create({
    calculateValueList: cells,
    rowCount: cells.length,
    columnCount: Math.max(...cells.map((row) => row.length)),
    unitId: '',
    sheetId: '',
    row: -1,
    column: -1,
  });
}

const cellOf = (text: string): BaseValueObject =>
  isText(text) ? StringValueObject.create(unquoted(text)) : ValueObjectFactory.create(text);

/** Commas and semicolons within quotes part nothing. */
function rowsOf(text: string): string[][] {
  const rows = [['']];
  let isQuoted = false;
  for (const sign of text) {
    const row = rows.at(-1) ?? [];
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === ';' && !isQuoted) rows.push(['']);
    else if (sign === ',' && !isQuoted) row.push('');
    else row.push((row.pop() ?? '') + sign);
  }
  return rows;
}
