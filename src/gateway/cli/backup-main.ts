import { backupCommand } from './backup';

process.exitCode = await backupCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
});
