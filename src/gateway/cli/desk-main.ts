import { deskCommand } from './desk-command';
import { placeIn } from './desk-store';

process.exitCode = await deskCommand(process.argv.slice(2), {
  out: process.stdout,
  problems: process.stderr,
  place: () => placeIn(process.env),
});
