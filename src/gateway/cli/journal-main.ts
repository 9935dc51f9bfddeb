import { journalCommand } from './journal-command';

process.exitCode = await journalCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
});
