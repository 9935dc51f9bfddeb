import type { ProductSite } from './product/site';
import type { SimulatedSite, Site } from './site/site';

/** What kind of claim a sentence of the interface document makes. */
export type Kind =
  'endpoint' | 'record' | 'rule' | 'version' | 'limit' | 'error' | 'event' | 'authentication';

/** What a check met, and whether that is what the sentence says. `absent`: there was nothing to look at. */
export interface Finding {
  readonly outcome: 'held' | 'failed' | 'absent';
  readonly met: string;
}

/** Asks the service and says what it met. Throwing {@link Absent} means that there was nothing to look at. */
export type Check =
  | { readonly needs: 'any-service' | 'https'; readonly writes: boolean; run(site: Site): Promise<Finding> }
  | { readonly needs: 'simulator'; readonly writes: boolean; run(site: SimulatedSite): Promise<Finding> }
  | { readonly needs: 'product'; readonly writes: boolean; run(site: ProductSite): Promise<Finding> };

/** One sentence of the interface document. With neither check nor reason it fails. */
export interface Row {
  /** Section and place, such as `2.spread.2` or `6.4`; a letter tells the sentences of one place apart. */
  readonly id: string;
  readonly kind: Kind;
  /** The sentence in our own words. */
  readonly sentence: string;
  readonly check?: Check;
  /** Why nobody can test it from outside. */
  readonly untestable?: string;
  /** The key of the service profile to look at first where another service fails here; without it the document itself is contradicted. */
  readonly key?: string;
}

/** A service in which what a check wants to look at does not exist at the moment. */
export class Absent extends Error {}

export const finding = (holds: boolean, met: string): Finding => ({
  outcome: holds ? 'held' : 'failed',
  met,
});

/** A check that only reads. */
export const reading = (run: (site: Site) => Promise<Finding>): Check => ({
  needs: 'any-service',
  writes: false,
  run,
});

/** A check that changes something on the platform: it may lead to a trade. */
export const writing = (run: (site: Site) => Promise<Finding>): Check => ({
  needs: 'any-service',
  writes: true,
  run,
});

/** A check that moves the clock, listens to events, or lets others act, which only the simulator allows. */
export const simulated = (
  run: (site: SimulatedSite) => Promise<Finding>,
  does: { readonly writes: boolean } = { writes: false },
): Check => ({ needs: 'simulator', ...does, run });
