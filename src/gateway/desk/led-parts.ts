import type { DeskStatus } from '../../domain/desk-status';
import type { Log } from '../../effects/log';
import type { EnvironmentWanted } from '../environments/resources';
import { Standing } from '../environments/standing';
import type { PeerSettings } from '../settings/peer-settings';
import type { SharedRows } from '../storage/shared-rows';
import type { DeskKey } from '../storage/vault/desk-key';
import { sharedPairings } from '../storage/vault/pairings';
import { deskKeeper, SealedCredentials, sealedRows, type KeptFor } from '../storage/vault/vault';

interface LedOptions {
  readonly shared: SharedRows;
  readonly key: DeskKey;
  readonly peers: PeerSettings;
  readonly lead: NonNullable<DeskStatus['lead']>;
  readonly dataFolder: string;
  /** Where the desk stands where nobody has signed in or out yet. */
  readonly first: EnvironmentWanted;
  readonly places: readonly KeptFor[];
  readonly log: Log;
}

/** What is other about a gateway that leads a desk on several machines: who is let in, and as whom it signs in, it takes over. */
export async function ledParts({ shared, key, peers, lead, dataFolder, first, places, log }: LedOptions) {
  const vault = new SealedCredentials({ place: await sealedRows(shared), keys: deskKeeper(key), log });
  const standing = new Standing(shared, log);
  return {
    vault,
    standing,
    first: await standing.first(first, { vault, places }),
    shared,
    pairingStore: sharedPairings(shared, dataFolder),
    programKey: key.programs,
    peerKey: key.peers,
    host: peers.host,
    port: peers.port,
    lead,
  };
}
