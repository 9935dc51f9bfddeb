import { backupCommand } from './command';

process.exitCode = await backupCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
});
