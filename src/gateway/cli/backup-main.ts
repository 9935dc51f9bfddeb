import { backupCommand } from './backup';
import { deskStoreIn } from './desk-store';

const store = await deskStoreIn(process.env);
process.exitCode = await backupCommand(
  process.argv.slice(2),
  { out: process.stdout, problems: process.stderr },
  { dump: store?.dump, folder: process.env['DESK_DATA']?.trim() },
);
