/** What may not be first in the id of a record, and is allowed in one: it leads every id of the hostile platform. */
export const ID_MARK = '=';

/** How a formula may start, for one spreadsheet or another. */
export const STARTS = [
  '=',
  '+',
  '-',
  '@',
  '\t=',
  '\r=',
  '\n=',
  ' =',
  '\u00a0=',
  '＝',
  '＋',
  '－',
  '＠',
  "'=",
  '=\0',
] as const;

/** It marks a hostile text, so that it is known again wherever it comes out. */
export const CALL = 'cmd|calc!A1';
export const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'&';

export const hostileText = (index: number): string => `${STARTS[index % STARTS.length]}${CALL} ${MARKUP}`;

/** Words without which a record would not be read at all, and times. */
const WORDS =
  /^(action|price-direction|kind|type|state|contract|spread-type|spreadType|role|next-cursor|eventType)$|-at$/;
const ID = /(^|-)id$/;

/** Every text field of every record of an answer made hostile; its ids stay ids, and lead back to the records. */
export function hostileRecord(json: string): string {
  let count = 0;
  const hostile = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => hostile(name, item));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([own, item]) => [own, hostile(own, item)]));
    }
    if (typeof value !== 'string' || WORDS.test(name)) return value;
    return ID.test(name) ? `${ID_MARK}${value}` : hostileText(count++);
  };
  try {
    return JSON.stringify(hostile('', JSON.parse(json)));
  } catch {
    return json;
  }
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Whether a spreadsheet may take a field of a text file for a formula. A negative price is a number. */
export const isFormula = (field: string): boolean => FORMULA.test(field) && !NUMBER.test(field);
