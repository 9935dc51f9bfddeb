import { systemClock } from '../../effects/clock';
import { systemIds } from '../../effects/ids';
import { exportCommand } from './export-command';
import { connect } from './gateway-client';
import { settingsFor } from './typed-options';

process.exitCode = await exportCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
  isTerminal: process.stderr.isTTY === true,
  connect: (typed) => connect(settingsFor(process.env, typed)),
  environment: process.env['SERVICE_ENVIRONMENT']?.trim() || undefined,
  clock: systemClock,
  ids: systemIds,
  onInterrupt: (listener) => {
    process.on('SIGINT', listener);
    process.on('SIGTERM', listener);
  },
});
