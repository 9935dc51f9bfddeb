import { journalCommand } from './journal-command';
import { deskStoreIn } from './desk-store';

const store = await deskStoreIn(process.env);
process.exitCode = await journalCommand(
  process.argv.slice(2),
  { out: process.stdout, problems: process.stderr },
  { openStore: store?.openJournal, folder: process.env['DESK_DATA']?.trim() },
);
