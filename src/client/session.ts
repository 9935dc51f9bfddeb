import { systemChance } from '../effects/chance';
import { systemClock, type Clock } from '../effects/clock';
import { systemIds } from '../effects/ids';
import { CellRegister } from './cell-register';
import type { GatewayClient } from './client';
import { createGatewayClient } from './gateway-client';
import { browserTransport } from './transport';

/**
 * The one state a module may hold: Excel calls functions and starts the pane by itself, with nothing in which a client
 * could be handed to them, and both must share one connection. It is built when first asked for,
 * so that a formula which needs no platform opens none.
 */
let client: GatewayClient | undefined;
let cells: CellRegister | undefined;

/** The gateway's time once there is a client: formulas may run before. */
const pageClock: Clock = { ...systemClock, now: () => (client?.clock ?? systemClock).now() };

/** Epoch ms by this computer's own clock, right or wrong: Excel's NOW() goes by it. */
export const computerNow = (): number => systemClock.now();

/** The register of the page's formulas. It opens no connection. */
export function cellRegister(): CellRegister {
  cells ??= new CellRegister(pageClock);
  return cells;
}

/** The add-in page's one client, the same for functions and pane. */
export function session(): GatewayClient {
  client ??= createGatewayClient({
    transport: browserTransport(window),
    clock: systemClock,
    ids: systemIds,
    chance: systemChance,
    cells: cellRegister(),
  });
  return client;
}
