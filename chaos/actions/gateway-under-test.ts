import { subscribe } from 'node:diagnostics_channel';
import net from 'node:net';
import * as z from 'zod/mini';
import { success } from '../../src/domain/failure';
import { systemClock } from '../../src/effects/clock';
import { TIMEOUTS } from '../../src/gateway/platform/http';
import { die, openWhenTold, startUnderTest } from '../campaign/child';
import { hastyClock } from '../campaign/hasty-clock';
import { deadlyJournal, dieOnTheWire, isWrite, KillStep } from './kill-step';
import { NO_LIMITS } from './no-limits';

/** What it is told, with one step at which it kills itself. */
const Opening = z.object({
  settings: z.record(z.string(), z.string()),
  profile: z.unknown(),
  kill: z.optional(KillStep),
  dropped: z.optional(z.object({ port: z.number(), writes: z.number(), after: z.number() })),
});

await openWhenTold((told) => {
  const { kill, dropped, ...opening } = Opening.parse(told);
  if (dropped) dropConnections(dropped);
  dieOnTheWire(kill, { clock: systemClock, die });
  return startUnderTest(opening, {
    // Whether a connection comes about is told by the system in its own time: the deadlines of an answer wait for that.
    clock: hastyClock(systemClock, ...(dropped ? [TIMEOUTS.headersMs, TIMEOUTS.wholeMs] : [])),
    onNotKept: die,
    parts: async (resources) => ({
      givenLimits: NO_LIMITS,
      openResources: async (wanted) => {
        const opened = await resources.open(wanted);
        if (!opened.ok) return opened;
        return success({ ...opened.value, journal: deadlyJournal(opened.value.journal, kill, die) });
      },
    }),
  });
});

/** So many writes find no connection, after the first ones: what would open one goes to an address where it is dropped. */
interface Dropped {
  readonly port: number;
  readonly writes: number;
  readonly after: number;
}

/** From here on, in this process. It is told by the HTTP client of each write that is about to look for a connection. */
function dropConnections({ port, writes, after }: Dropped): void {
  const { connect } = net;
  let seen = 0;
  let owed = 0;
  subscribe('undici:request:create', (message) => {
    if (!isWrite(message)) return;
    seen += 1;
    if (seen > after && seen <= after + writes) owed += 1;
  });
  const opened = (options: net.TcpNetConnectOpts): net.Socket => {
    if (owed === 0) return connect(options);
    owed -= 1;
    return connect({ ...options, port });
  };
  Object.assign(net, { connect: opened });
}
