import { Desk, saysDone, type Outcome } from '../../dialects/desk';
import type { Dialect } from '../../dialects/draw';
import { profileOf } from '../../dialects/profile';
import { Records } from '../../dialects/speaker/records';
import { Speaker } from '../../dialects/speaker/speaker';
import { idText } from '../../dialects/speaker/values';
import { True, type Fields, type Truth } from '../../dialects/truth';
import { profileFrom } from '../../src/contract/service/profile';
import type { ActionBody } from '../../src/domain/action';
import { WholeSystem } from '../../test/journeys/whole-system';
import { shown } from '../fields';
import { meets } from '../findings';
import type { Check, Finding } from '../row';
import { within } from '../time-limit';

const TRADES_BEFORE = 5;

/** Lists of the truth in which what is pressed appears, with the name of their ids. */
const IDS = {
  requests: 'request-id',
  quotes: 'quotation-id',
  proposals: 'price-proposal-id',
  counteroffers: 'counteroffer-id',
  trades: 'trade-id',
} as const;
export type Listed = keyof typeof IDS;

/** What one press has come to: in the words of the desk, and what there is more on the platform. */
export interface Pressed {
  readonly outcome: Outcome;
  readonly isDone: boolean;
  readonly made: readonly Fields[];
}

/**
 * The product on a platform of another dialect: a desk behind a gateway, and the truth of the platform, to which the gateway has no way.
 * The truth is in the simulator's own words; {@link True} and {@link ProductSite.id} say how the product has to tell it.
 */
export class ProductSite {
  readonly true: True;

  constructor(
    readonly desk: Desk,
    readonly dialect: Dialect,
  ) {
    this.true = new True(dialect);
  }

  /** The gateway signs in by itself; a press before that is refused, as it should be. */
  async signedIn(): Promise<void> {
    await this.desk.read({ kind: 'status' }, ({ signedIn }) => signedIn);
  }

  async truth(): Promise<Truth> {
    return (await this.desk.system.control('/simulator/truth')) as Truth;
  }

  /** An identifier of the simulator as this platform writes it. */
  id(own: unknown): string {
    return idText(String(own), this.dialect);
  }

  act(act: Fields): Promise<unknown> {
    return this.desk.system.control('/simulator/act', act);
  }

  control(path: string, body: Fields = {}): Promise<unknown> {
    return this.desk.system.control(`/simulator/${path}`, body);
  }

  async press(body: ActionBody, list: Listed): Promise<Pressed> {
    const idsOf = (truth: Truth): readonly unknown[] => truth[list].map((one) => one[IDS[list]]);
    const known = new Set(idsOf(await this.truth()));
    const outcome = await this.desk.press(body);
    const made = (await this.truth())[list].filter((one) => !known.has(one[IDS[list]]));
    return { outcome, isDone: saysDone(outcome), made };
  }

  /** The finding of a row: everything that it wants, and no complaint of the desk's own. */
  judged(wanted: Readonly<Record<string, boolean>>, met: string): Finding {
    const [complaint] = this.desk.complaints;
    return meets({ ...wanted, ...(complaint !== undefined && { [complaint]: false }) }, met);
  }
}

/** The words of an outcome: its state, and what was said of it. */
export const saidOf = (outcome: Outcome): string => {
  if ('refused' in outcome) return `refused: ${outcome.refused.message}`;
  const { state, failure, evidence } = outcome.action;
  return shown(`${state}: ${failure?.message ?? evidence ?? 'without a word'}`);
};

/** A check of the product: it presses and trades, on a simulator of its own. */
export const product = (run: (site: ProductSite) => Promise<Finding>): Check => ({
  needs: 'product',
  writes: true,
  run,
});

/** Runs a check with a gateway of its own, before a platform of its own that speaks the dialect; its profile is the right one. */
export async function withProduct<T>(
  run: (site: ProductSite) => Promise<T>,
  { dialect, msMax }: { readonly dialect: Dialect; readonly msMax: number },
): Promise<T> {
  const profile = profileFrom(profileOf(dialect));
  const held: { speaker?: Speaker; system?: WholeSystem } = {};
  const system = await WholeSystem.start({
    trades: TRADES_BEFORE,
    front: async (url) => {
      const speaker = await Speaker.open(url, dialect, () => held.system?.clock.now() ?? 0);
      held.speaker = speaker;
      return { url: speaker.url, profile, close: () => speaker.close() };
    },
  });
  held.system = system;
  try {
    if (held.speaker) held.speaker.onEvent = (event) => system.deliver(event);
    await system.control('/simulator/webhook', { url: held.speaker?.events });
    const records = new Records(dialect);
    const desk = new Desk(system, system.openPage(), false, (own, word) => records.writes(own, word));
    const site = new ProductSite(desk, dialect);
    return await within(msMax, async () => {
      await site.signedIn();
      return run(site);
    });
  } finally {
    await system.end();
  }
}
