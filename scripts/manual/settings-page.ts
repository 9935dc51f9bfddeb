import { everySetting } from '../../src/gateway/settings/settings';

const OPENING = `# Settings

Written by \`npm run manual\` from \`npm run gateway -- --help\`. Each is an environment variable of the gateway, read at its start ([where they stand](operating.md#install-on-linux)); an empty one counts as left out. In brackets: the default. A wrong one ends the start and is named.
`;

const CHAPTERS = [
  ['The desk', /^DESK_/],
  ['The service', /^SERVICE_/],
  ['People', /^AUTH_/],
  ['Events', /^WEBHOOK_/],
  ['Excel', /^OFFICE_/],
  ['A proxy on the way out', /^(HTTPS|NO)_PROXY$/],
  ['Watching', /^METRICS_/],
] as const;

type Setting = ReturnType<typeof everySetting>[number];

const nameOf = ({ name, fallback }: Setting): string =>
  fallback === undefined ? `\`${name}\`` : `\`${name}\` (\`${fallback}\`)`;

/** docs/settings.md, what several settings want in the same words told once. Throws when a setting belongs to no chapter. */
export function settingsPage(): string {
  const settings = everySetting();
  const stranger = settings.find(({ name }) => !CHAPTERS.some(([, names]) => names.test(name)));
  if (stranger) throw new Error(`The page of settings has no chapter for ${stranger.name}: add one.`);
  const chapters = CHAPTERS.map(([title, names]) => {
    const own = settings.filter(({ name }) => names.test(name));
    const texts = [...new Set(own.map(({ wants }) => wants))];
    const lines = texts.map((text) => {
      const named = own.filter(({ wants }) => wants === text).map(nameOf);
      return `- ${named.join(', ')}: ${text}`;
    });
    return [`## ${title}`, '', ...lines, ''].join('\n');
  });
  return [OPENING, ...chapters].join('\n');
}
