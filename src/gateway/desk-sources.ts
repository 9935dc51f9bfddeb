import type { DeskStatus, Quota } from '../domain/desk-status';
import type { Clock } from '../effects/clock';
import type { LocalSource } from './answers/local-source';
import type { Recalls } from './actions/recalls';
import type { DeskSurroundings } from './desk-surroundings';
import type { Ground } from './ground';
import type { StartCheck } from './journal/start-check';

export interface StatusSource extends LocalSource {
  read(): DeskStatus;
}

const QUOTA_EVERY_MS = 1_000;

/** Who the desk is signed in as, where, and where else one can sign in. */
export function statusSource(parts: {
  readonly ground: Pick<Ground, 'platform' | 'environment' | 'service' | 'disk'>;
  readonly signsIn: boolean;
  readonly recalls: Pick<Recalls, 'read' | 'onChange'>;
  readonly journal: Pick<StartCheck, 'read' | 'onChange'>;
  readonly around: Pick<
    DeskSurroundings,
    'zone' | 'version' | 'vault' | 'startsIn' | 'shownZone' | 'environments'
  >;
}): StatusSource {
  const { ground, signsIn, recalls, journal, around } = parts;
  const { platform, environment, service, disk } = ground;
  const { zone, version, vault, startsIn = 'live', shownZone } = around;
  return {
    read(): DeskStatus {
      const recall = recalls.read();
      const environments = around.environments.map((one) => ({ ...one, remembered: vault.has(one.name) }));
      return {
        ...platform.status,
        // First of all troubles: nobody should press before it is solved.
        ...(disk.failure && { failure: disk.failure }),
        ...(signsIn && !platform.status.signedIn && { isTrying: true }),
        environment,
        service,
        zone,
        version,
        startsIn,
        ...(shownZone !== undefined && { shownZone }),
        environments,
        journal: journal.read(),
        ...(recall && { recall }),
        ...(vault.sealing && { sealing: vault.sealing }),
      };
    },
    onChange(listener) {
      const stops = [platform.onStatusChanged(listener)];
      for (const source of [vault, disk, recalls, journal]) stops.push(source.onChange(listener));
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Looked at once a second while somebody watches. */
export const quotaSource = (read: () => Quota, clock: Clock): LocalSource => ({
  read,
  onChange(listener) {
    let cancel = (): void => undefined;
    const look = (): void => {
      cancel = clock.after(QUOTA_EVERY_MS, () => {
        listener();
        look();
      });
    };
    look();
    return () => cancel();
  },
});
