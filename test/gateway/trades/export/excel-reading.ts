/** What a cell holds after Excel has opened a CSV by a double click: text as it stands, or something that was made of it. */
export type Read =
  { readonly as: 'text'; readonly text: string } | { readonly as: 'other'; readonly shown: string };

const DIGITS_KEPT = 15;
const MONTHS = {
  English: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  German: 'jan feb mrz apr mai jun jul aug sep okt nov dez'.split(' '),
};
const TRUTHS = { English: ['TRUE', 'FALSE'], German: ['WAHR', 'FALSCH'] };

/**
 * How Excel reads a field, after Microsoft's description of its conversions (leading zeros, exponents, long digits, days) and
 * its known habits with months, times, fractions, per cent and amounts. It knows nothing of how SpreadDesk writes.
 */
export function readByExcel(field: string, language: 'English' | 'German'): Read {
  const other = (shown: string): Read => ({ as: 'other', shown });
  const text = field.trim();
  if (/^[=+\-@]/.test(text) && !/^[+-][\d.,]/.test(text)) return other('a formula');
  if (/^\+.*[^\d.,E%+\s-]/i.test(text)) return other('a formula');
  if (TRUTHS[language].includes(text.toUpperCase())) return other(text.toUpperCase());
  if (/^#(N\/A|NV|NULL!|REF!|BEZUG!|VALUE!|WERT!|NUM!|ZAHL!|NAME\?|DIV\/0!)$/i.test(text))
    return other('an error');
  const [group, point] = language === 'English' ? [',', '.'] : ['.', ','];
  const bare = text
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/^([+-]?)[€$£]\s*/, '$1')
    .replace(/\s*[€%]$/, '')
    .replaceAll(group, '')
    .replace(point, '.');
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare)) {
    return other(String(Number(Number(bare).toPrecision(DIGITS_KEPT))));
  }
  if (/^[+-]?\d+ \d+\/\d+$/.test(text)) return other('a fraction');
  if (/^\d{1,4}([-/.])\d{1,4}(\1\d{1,4})?( \d{1,2}:\d\d(:\d\d)?)?$/.test(text)) return other('a day');
  if (/^[+-]\d+[-+]\d/.test(text)) return other('a formula');
  if (/^\d{1,4}:\d{1,2}(:\d{1,2})?([.,]\d+)?\s*([ap]m?)?$/i.test(text)) return other('a time');
  if (/^\d{1,2} [ap]m?$/i.test(text)) return other('a time');
  const month = MONTHS[language].join('|');
  const apart = '[-/. ]*';
  const day = new RegExp(`^(\\d{1,4}${apart})?(${month})[a-zä]*${apart}(\\d{1,4})?(${apart}\\d{2,4})?$`, 'i');
  const [letters = ''] = /[a-zä]+/i.exec(text) ?? [];
  const isMonth = letters.length === 3 || FULL_MONTHS.includes(letters.toLowerCase());
  if (/\d/.test(text) && isMonth && day.test(text)) return other('a day');
  return { as: 'text', text: field };
}

const FULL_MONTHS = [
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november'],
  ...['december', 'januar', 'februar', 'märz', 'juni', 'juli', 'oktober', 'dezember', 'sept'],
];
