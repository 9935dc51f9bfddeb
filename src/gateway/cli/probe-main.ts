import { createInterface } from 'node:readline/promises';
import { systemClock } from '../../effects/clock';
import { silentLog } from '../../effects/log';
import { openOutgoing } from '../platform/proxy';
import { probeCommand } from './probe-command';

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

process.exitCode = await probeCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
  environment: process.env,
  clock: systemClock,
  log: silentLog,
  connect: (url, proxy) => openOutgoing(url, proxy, silentLog),
  ...(process.stdin.isTTY === true && { confirm }),
});
