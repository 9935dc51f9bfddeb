const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Not so: unpaired surrogates match only with the u flag, and paired ones then do not.
const UNCARRIED = /[\0\uFFFE\uFFFF\p{Cs}]/gu;
const CONTROL = /[\x01-\x08\x0B-\x1F]/g;
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const PLAIN = /^[\x20-\x21\x23-\x25\x27-\x3B\x3D\x3F-\x5E\x60-\x7E]*$/;

/**
 * Any text as text of a cell. Controls that XML cannot carry, and carriage returns, which it would change, are written
 * as Excel writes them, `_x000D_`; what not even that can carry becomes the replacement character.
 */
export function xmlText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(UNCARRIED, '\uFFFD')
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(CONTROL, (control) => `_x${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}
