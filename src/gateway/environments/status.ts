import { marketsVersion } from '../../domain/delivery/given-markets';
import type { DeskStatus, Quota } from '../../domain/desk-status';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../cache/fetch';
import type { Halts } from '../actions/halts';
import type { MassWithdrawals } from '../actions/mass-withdrawals';
import type { GatewayConfig } from './gateway-config';
import type { EnvironmentResources } from './resources';
import type { StartCheck } from '../actions/journal-check';

export interface StatusSource extends LocalSource {
  read(): DeskStatus;
}

const QUOTA_EVERY_MS = 1_000;

/** Who the desk is signed in as, where, and where else one can sign in. */
export function statusSource(parts: {
  readonly resources: Pick<EnvironmentResources, 'platform' | 'environment' | 'service' | 'disk'>;
  readonly signsIn: boolean;
  readonly massWithdrawals: Pick<MassWithdrawals, 'read' | 'onChange'>;
  readonly halts: Pick<Halts, 'read' | 'onChange'>;
  readonly journal: Pick<StartCheck, 'read' | 'onChange'>;
  readonly config: Pick<
    GatewayConfig,
    | 'zone'
    | 'version'
    | 'vault'
    | 'provider'
    | 'startsIn'
    | 'shownZone'
    | 'formattedDates'
    | 'environments'
    | 'lead'
    | 'programs'
  >;
}): StatusSource {
  const { resources, signsIn, massWithdrawals, halts, journal, config } = parts;
  const { platform, environment, service, disk } = resources;
  const { zone, version, vault, provider, startsIn = 'live', shownZone, formattedDates, lead } = config;
  const markets = marketsVersion();
  return {
    read(): DeskStatus {
      const recall = massWithdrawals.read();
      const halt = halts.read();
      const environments = config.environments.map((one) => ({ ...one, remembered: vault.has(one.name) }));
      return {
        ...platform.status,
        // First of all troubles: nobody should press before it is solved.
        ...(disk.failure && { failure: disk.failure, cannotWrite: true as const }),
        ...(signsIn && !platform.status.signedIn && { isTrying: true }),
        environment,
        service,
        zone,
        version,
        startsIn,
        ...(shownZone !== undefined && { shownZone }),
        ...(formattedDates === true && { formattedDates }),
        ...(markets !== '' && { marketsVersion: markets }),
        environments,
        journal: journal.read(),
        ...(config.programs && { programs: true }),
        ...(lead && { lead }),
        ...(recall && { recall }),
        ...(halt && { halt }),
        ...(vault.sealing && { sealing: vault.sealing }),
        ...(provider?.failure && { provider: provider.failure }),
      };
    },
    onChange(listener) {
      const stops = [platform.onStatusChanged(listener)];
      for (const source of [vault, disk, massWithdrawals, halts, journal])
        stops.push(source.onChange(listener));
      if (provider) stops.push(provider.onChange(listener));
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Looked at once a second while somebody watches. */
export const quotaSource = (read: () => Quota, clock: Clock): LocalSource => ({
  read,
  onChange(listener) {
    let cancel = (): void => undefined;
    const tell = (): void => {
      cancel = clock.after(QUOTA_EVERY_MS, () => {
        listener();
        tell();
      });
    };
    tell();
    return () => cancel();
  },
});
