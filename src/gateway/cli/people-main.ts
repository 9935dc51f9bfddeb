import { peopleCommand } from './people-command';
import { connectRunning } from './gateway-client';

process.exitCode = await peopleCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
  connect: () => connectRunning(process.env),
});
