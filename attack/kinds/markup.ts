import { gotIn, judged, type Attempt } from '../attempt';
import { MARKUP } from '../hostile-texts';
import { sourcesIn } from '../sources';
import type { Target } from '../target';
import { ask, bearer, type Question } from '../wire';

const markup = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'markup', tried, at });

/** Every way by which text becomes a part of a page, or runs, in code of the add-in. */
const WAYS: readonly (readonly [string, RegExp])[] = [
  ['dangerouslySetInnerHTML', /dangerouslySetInnerHTML/],
  ['innerHTML or outerHTML', /\.(inner|outer)HTML\s*\+?=/],
  ['insertAdjacentHTML', /insertAdjacentHTML|createContextualFragment|parseFromString/],
  ['document.write', /document\.write/],
  ['eval', /\beval\s*\(|new Function\s*\(/],
  ['a timer with text', /set(Timeout|Interval)\(\s*['"`]/],
  ['srcDoc', /srcdoc/i],
  ['an address that runs', /javascript:/i],
  // But for the operator's own https address from the profile, in which an encoded id stands.
  [
    'a link that data leads',
    /\b(?:href|src|action|formAction|xlinkHref)=\{(?!address\.replace\('\{request-id\}', encodeURIComponent\(id\)\)\})/,
  ],
  // But for an address of the gateway's own, of which data gives the path alone, and for the sign-in's window, which the gateway begins.
  [
    'a window that data opens',
    /window\.open(?!\(page, '_blank', 'popup)|location\.(href|assign|replace)\s*[=(]|openBrowserWindow(?!\(ownAddress\()/,
  ],
];

const SAID_BACK: readonly (readonly [string, (target: Target) => Question])[] = [
  ['an address', () => ({ path: '/<script>alert(1)</script>' })],
  ['an address of the interface', () => ({ path: '/api/<script>alert(1)</script>' })],
  ['an address that is none', () => ({ path: '/%zz<script>alert(1)</script>' })],
  [
    'a format',
    ({ token }) => ({ path: '/api/journal?format=<script>alert(1)</script>', headers: bearer(token) }),
  ],
  ['a name', () => ({ path: '/api/health', headers: { host: '<script>alert(1)</script>' } })],
  ['a method', () => ({ method: '<script>', path: '/' })],
  [
    'captured trades',
    ({ token }) => ({ path: '/api/captured-trades?from=2026-01-01&to=2027-12-31', headers: bearer(token) }),
  ],
  ['the journal', ({ token }) => ({ path: '/api/journal?format=jsonl', headers: bearer(token) })],
];

/** Text that would be a part of a page, if anything took it for one. How the pane shows it is tested by rendering it. */
export const markupAttempts = (root: string): readonly Attempt[] => [
  ...WAYS.map(([way, pattern]) =>
    markup(`${way} in the add-in's code`, async () => {
      const sources = sourcesIn(root, ['src/taskpane', 'src/functions', 'src/client']);
      if (sources.length === 0) return gotIn('no code was found');
      const found = sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
      return judged(
        found.length > 0,
        found.length > 0 ? found.join(', ') : `in none of ${sources.length} files`,
      );
    }),
  ),
  ...SAID_BACK.map(([what, question]) =>
    markup(`markup in ${what}`, async (target) => {
      const reply = await ask(target, question(target));
      const type = reply?.headers.get('content-type') ?? '';
      const says = reply?.body.includes('<script') || reply?.body.includes(MARKUP.slice(0, 8));
      const isSafe =
        /^(application|text\/csv)/.test(type) &&
        (reply?.status === 400 || reply?.headers.get('x-content-type-options') === 'nosniff');
      return judged(says === true && !isSafe, says ? `said back as ${type}` : 'not said back');
    }),
  ),
];
