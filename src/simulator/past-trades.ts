import { dayAt } from './zone';
import { venueTrade } from './venue-trade';
import type { World } from './world';

const DAYS = 19;
const DAY_MS = 24 * 3_600_000;

/** What a desk that deals much leaves behind: trades of the two other venues, evenly over the days before today. */
export function pastTrades(world: World, count: number): void {
  const { startsAt } = dayAt(world.now, world.profile.auth.zone);
  for (let index = 0; index < count; index++) {
    const at = startsAt - DAYS * DAY_MS + Math.floor((index * DAYS * DAY_MS) / count);
    venueTrade(world, { venue: index % 10 === 9 ? 'green' : 'market' }, at);
  }
}
