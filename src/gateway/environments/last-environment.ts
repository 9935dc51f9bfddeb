import * as z from 'zod/mini';
import { Environment } from '../../domain/desk-status';
import { sentence } from '../../domain/failure';
import type { Log } from '../../effects/log';
import type { SharedRows } from '../storage/shared-rows';
import type { KeptFor, Vault } from '../storage/vault/vault';
import type { EnvironmentWanted } from './resources';

const Stood = z.object({ environment: Environment, signedIn: z.boolean() });
const DESK = 'desk';

/** Where the desk stands, for the machine that leads next: it goes on there, signed in or out as a person left it. */
export class LastEnvironment {
  constructor(
    private readonly rows: SharedRows,
    private readonly log: Log,
  ) {}

  async put(environment: Environment, signedIn: boolean): Promise<void> {
    try {
      await this.rows.put('standing', DESK, JSON.stringify({ environment, signedIn }));
    } catch (error) {
      this.log.warn('Where the desk stands cannot be written down for the machine that leads next.', {
        reason: String(error),
      });
    }
  }

  /**
   * Where to begin, and with which credentials. `given`: as the settings want it where nothing is known. Without kept credentials, and
   * with none in the settings, a person has to sign in.
   */
  async first(
    given: EnvironmentWanted,
    { vault, places }: { readonly vault: Pick<Vault, 'open'>; readonly places: readonly KeptFor[] },
  ): Promise<EnvironmentWanted> {
    const text = (await this.rows.read('standing')).get(DESK);
    const stood = text === undefined ? undefined : Stood.safeParse(JSON.parse(text)).data;
    const place = places.find(({ name }) => name === stood?.environment);
    if (!stood || !place) return given;
    const { environment } = stood;
    if (!stood.signedIn) return { environment };
    const kept = await vault.open(place);
    if (kept.ok) return { environment, credentials: kept.value };
    if (given.environment === environment && given.credentials) return given;
    this.log.warn('The desk was signed in, and this machine has no credentials: a person has to sign in.', {
      environment,
      reason: sentence(kept.failure),
    });
    return { environment };
  }
}
