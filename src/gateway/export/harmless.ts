/**
 * What a spreadsheet may take for the start of a formula (OWASP, CSV injection), their full-width forms too. White space
 * before it does not help: some programs cut it off first. Apostrophes are looked through, so that what this adds can be
 * taken off again without doubt.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** Text that no spreadsheet takes for a formula: with an apostrophe before it, where it might be one. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
