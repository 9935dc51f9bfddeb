import { IN_MEMORY, type Settings } from '../settings';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * The settings as others may see them. Nothing is shown but what is listed here: no credentials, and of paths only
 * whether there is one, for a path can hold a person's name; of an address only its machine.
 */
export function shownSettings(settings: Settings): Readonly<Record<string, unknown>> {
  const { host, port, day, wishes, service, workbench } = settings;
  const given = (value: unknown): 'given' | 'not given' => (value === undefined ? 'not given' : 'given');
  return {
    listens: LOOPBACK.includes(host) ? 'on this machine' : 'for other machines',
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
    workbench,
  };
}

export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'not an address');
