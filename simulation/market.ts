import type { Chance } from '../src/effects/chance';
import {
  bringSomethingNew,
  considerDeskQuotes,
  moveSomeQuote,
  tidyRequests,
} from '../src/simulator/world/activity';
import { FEEDBACK } from '../src/simulator/world/opening';
import { oneOf } from '../src/simulator/world/counterparty';
import { othersProposal, othersQuote } from '../src/simulator/world/participants';
import type { World } from '../src/simulator/world/world';
import type { TruePrices } from './true-prices';

/** Names and comments that a spreadsheet would take for a formula. */
export const HOSTILE: readonly string[] = [
  '=HYPERLINK("http://example.invalid","Click")',
  '+cmd|calc',
  '@SUM(A1:A9)',
  '-0.10 would have been the deal.',
  ...FEEDBACK,
];
const DESK_QUOTE_RESTS_MS = 120_000;

/** Everybody else on the platform, while the market is open. */
export class Market {
  constructor(private readonly options: { world: World; chance: Chance; prices: TruePrices }) {}

  /** What happens in some twenty seconds. */
  stir(): void {
    const { world, chance, prices } = this.options;
    if (chance() < 0.3) moveSomeQuote(world);
    if (chance() < 0.05) bringSomethingNew(world);
    if (chance() < 0.05) this.propose();
    if (chance() < 0.03) this.quoteWithHostileName();
    if (chance() < 0.02) this.closeWithHostileComment();
    if (chance() < 0.2) considerDeskQuotes(world, DESK_QUOTE_RESTS_MS);
    if (chance() < 0.3) tidyRequests(world);
    prices.look();
  }

  private propose(): void {
    const { world, chance } = this.options;
    const asked = world.openRequests().filter(({ role }) => role === 'recipient');
    if (asked.length > 0) othersProposal(world, oneOf(asked, chance), { kind: 'firm' });
  }

  private quoteWithHostileName(): void {
    const { world, chance } = this.options;
    const own = world.openRequests().filter(({ role }) => role === 'initiator');
    if (own.length > 0) othersQuote(world, oneOf(own, chance), { maker: oneOf(HOSTILE, chance) });
  }

  private closeWithHostileComment(): void {
    const { world, chance } = this.options;
    const own = world.openRequests().filter(({ role }) => role === 'initiator');
    if (own.length > 3) world.close(oneOf(own, chance), oneOf(HOSTILE, chance));
  }
}
