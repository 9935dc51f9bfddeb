import { IN_MEMORY, type Settings } from '../settings';
import { isLoopback } from '../web/door';

/**
 * The settings as others may see them. Nothing is shown but what is listed here: no credentials, and of paths only
 * whether there is one, for a path can hold a person's name; of an address only its machine.
 */
export function shownSettings(settings: Settings): Readonly<Record<string, unknown>> {
  const { host, port, day, wishes, service, webhooks, workbench } = settings;
  return {
    listens: listening(host),
    port,
    tls: given(settings.tls),
    data: settings.dataFolder === IN_MEMORY ? 'in memory' : 'in a folder',
    day,
    wishes,
    environment: service.environment,
    service: originOf(service.url),
    signsInByItself: settings.credentials !== undefined,
    profile: given(settings.profilePath),
    limits: given(settings.limitsPath),
    officeJs: given(settings.officeJsUrl),
    webhooks: {
      address: given(webhooks.publicUrl),
      proxies: webhooks.proxies.length,
      server: webhooks.listensOn ? serverOf(webhooks.listensOn) : 'none of its own',
    },
    workbench,
  };
}

const given = (value: unknown): 'given' | 'not given' => (value === undefined ? 'not given' : 'given');
const listening = (host: string): string => (isLoopback(host) ? 'on this machine' : 'for other machines');
const serverOf = ({ host, port, tls }: NonNullable<Settings['webhooks']['listensOn']>) => ({
  listens: listening(host),
  port,
  tls: given(tls),
});

export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'not an address');
