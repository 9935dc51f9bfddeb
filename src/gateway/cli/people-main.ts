import { peopleCommand } from './people-command';
import { connectRunning } from './gateway-client';
import { settingsFor } from './typed-options';

process.exitCode = await peopleCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
  connect: (typed) => connectRunning(settingsFor(process.env, typed)),
});
