import type { GatewayParts } from './gateway';
import type { Settings } from './settings';

/** What no setting says, or what was read from the files that settings name. */
export type Assembled = Pick<
  GatewayParts,
  | 'vault'
  | 'openGround'
  | 'zone'
  | 'recordRules'
  | 'version'
  | 'givenLimits'
  | 'support'
  | 'clock'
  | 'chance'
  | 'log'
  | 'webhooks'
> & {
  readonly tls?: NonNullable<GatewayParts['tls']> | undefined;
  /** The project's folder, from which pages are served. */
  readonly root: string;
};

/** A gateway as its settings want it, from whichever parts it is put together. */
export function gatewayParts(settings: Settings, { tls, root, ...assembled }: Assembled): GatewayParts {
  const { credentials, service, officeJsUrl, shownZone, workbench } = settings;
  return {
    ...assembled,
    environments: settings.environments,
    first: { environment: service.environment, ...(credentials && { credentials }) },
    host: settings.host,
    port: settings.port,
    day: settings.day,
    wishes: settings.wishes,
    startsIn: settings.startsIn,
    ages: settings.ages,
    ...(tls && { tls }),
    ...(shownZone !== undefined && { shownZone }),
    pages: { root, workbench, ...(officeJsUrl !== undefined && { officeJsUrl }) },
  };
}
