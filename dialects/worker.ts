import { tried, triedWrong } from './campaign';
import { probed } from './probe';

/** Plays each seed that its parent sends, and answers what came of it. */
const play = process.argv.includes('--probe')
  ? probed
  : process.argv.includes('--wrong')
    ? triedWrong
    : tried;
process.on('message', (seed) => {
  void play(Number(seed)).then(
    (one) => process.send?.(one),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
