const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const SHORT_LETTERS = 3;
const NAMES = MONTHS.map((name) => `${name.slice(0, SHORT_LETTERS)}(?:${name.slice(SHORT_LETTERS)})?`).join(
  '|',
);

/** As words of their own, in small letters. */
const FORMS = [
  String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`,
  String.raw`(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})?`,
  String.raw`(?<day>\d\d?)/(?<month>\d\d?)(?:/(?<year>\d{4}))?`,
  String.raw`(?<day>\d\d?)\.?\s+(?<month>${NAMES})(?:\s+(?<year>\d{4}))?`,
].map((form) => new RegExp(String.raw`(?:^|\s)${form}(?!\S)`));

const numberOf = (month: string): string =>
  /^\d/.test(month)
    ? month
    : String(MONTHS.findIndex((name) => name.startsWith(month.slice(0, SHORT_LETTERS))) + 1);

interface TypedDay {
  /** With its year as "2026-11-26"; without one it is meant in every year: "-11-26". */
  readonly ending: string;
  readonly typed: string;
}

const NAMED = /(?:^|\s)(?<name>today|yesterday)(?!\S)/;
const DAY_MS = 86_400_000;

/** The first day in a text: "today" or "yesterday", "2026-11-26", "26.11.2026" or "26.11.", "26/11/2026" or "26/11", "26 Nov 2026" or "26 November". */
function dayIn(text: string, today: string): TypedDay | undefined {
  const named = NAMED.exec(text)?.groups?.['name'];
  if (named === 'today') return { ending: today, typed: named };
  if (named !== undefined) {
    const before = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, today.length);
    return { ending: before, typed: named };
  }
  for (const form of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const { year = '', month = '', day = '' } = found.groups ?? {};
    const ending = [year, numberOf(month).padStart(2, '0'), day.padStart(2, '0')].join('-');
    return { ending, typed: found[0].trim() };
  }
  return undefined;
}

/**
 * Whether a line is what somebody searches for: every word stands in its text, and a day that is typed is that of the line ("2026-11-26"),
 * or stands in its text. `today`: by the same clocks as the line's day.
 */
export function isSought(
  typed: string,
  line: { readonly text: string; readonly day: string; readonly today: string },
): boolean {
  const sought = typed.toLowerCase();
  const text = line.text.toLowerCase();
  const day = dayIn(sought, line.today);
  const words = sought.replace(day?.typed ?? '', ' ').split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    (day === undefined || line.day.endsWith(day.ending) || text.includes(day.typed))
  );
}
