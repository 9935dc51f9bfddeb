/** Microsoft's address of office.js since September 2026, and the one before it. Either may lead on to the other. */
const OFFICE_JS_ORIGINS = [
  'https://officeapis.public.onecdn.static.microsoft',
  'https://appsforoffice.microsoft.com',
];
/**
 * Excel on the web shows the pane in a frame of its own pages, which stand in frames of others: of the file's place, of Teams,
 * of Microsoft 365. A browser asks about every one of them. Microsoft publishes no list (office-js issue 1005).
 */
const FRAMED_BY = [
  "'self'",
  'https://*.cloud.microsoft',
  'https://*.officeapps.live.com',
  'https://*.office.com',
  'https://*.office365.com',
  'https://*.microsoft365.com',
  'https://*.sharepoint.com',
  'https://onedrive.live.com',
  'https://teams.microsoft.com',
];

const text = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

/** Where scripts of office.js come from, beside the own address; `undefined` stands for Microsoft's. */
export function officeJsSources(officeJsUrl: string | undefined): string {
  if (officeJsUrl === undefined) return OFFICE_JS_ORIGINS.join(' ');
  if (!URL.canParse(officeJsUrl)) return '';
  const { origin } = new URL(officeJsUrl);
  return OFFICE_JS_ORIGINS.includes(origin) ? OFFICE_JS_ORIGINS.join(' ') : origin;
}

const socketSources = (host: string): string => `'self' ws://${host} wss://${host}`;

/**
 * The pane and the functions. Its styles are written into the page by its components, hence `unsafe-inline` there.
 * `framedBy`: who may frame it beside Microsoft's own pages.
 */
export const panePolicy = (host: string, officeJs: string, framedBy: readonly string[] = []): string =>
  text({
    'default-src': "'self'",
    'script-src': `'self' ${officeJs}`.trim(),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': socketSources(host),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': [...FRAMED_BY, ...framedBy].join(' '),
  });

/** The last page of a sign-in's dialog: office.js, and nobody's frame. */
export const dialogPolicy = (officeJs: string): string =>
  text({
    'default-src': "'none'",
    'script-src': `'self' ${officeJs}`.trim(),
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });

/** The workbench: a grid that draws on canvas and writes its styles itself, with the pane in a frame. */
export const workbenchPolicy = (host: string): string =>
  text({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'worker-src': "'self' blob:",
    'connect-src': socketSources(host),
    'frame-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });

/** Answers that are no page. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";
