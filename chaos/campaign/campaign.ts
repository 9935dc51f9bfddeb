import { ROOT } from './built-gateway';
import { GatewayLife } from './gateway-life';
import { Platform, type Truth } from './platform';
import type { Workplace } from './workplace';

/** What one run is played with. */
export interface Stage {
  readonly platform: Platform;
  readonly workplace: Workplace;
  /** A gateway that has loaded and waits for its folder. */
  readonly newGateway: () => GatewayLife;
}

/** One run, when it is over. */
export interface Result {
  readonly plan: { readonly seed: number };
  readonly violations: readonly string[];
}

/** What a campaign has of its own: runs that follow from a seed. */
export interface Campaign<Ran extends Result> {
  /** As the command line names it; its folder has the gateway under test. */
  readonly name: string;
  readonly profile: object;
  /** A simulator remembers everything; with a new one now and then its lists stay short. */
  readonly runsPerPlatform: number;
  /** What goes wrong in a run, by name. */
  readonly troubleOf: (seed: number) => string;
  /** What is tried in a run, in a few words. */
  readonly aboutOf: (seed: number) => string;
  readonly ran: (seed: number, stage: Stage) => Promise<Ran>;
  /** What was judged must still hold when much later runs are over. */
  readonly judgedLater?: (run: Ran, truth: Truth) => Ran;
  readonly tableOf: (runs: readonly Ran[]) => string;
  /** What else is to be said of runs, a line each. */
  readonly remarksOn: (runs: readonly Ran[]) => readonly string[];
}

export interface Play<Ran> {
  readonly seeds: readonly number[];
  /** Runs at a time. */
  readonly workers: number;
  readonly onRan: (run: Ran) => void;
}

/** Plays runs: one platform after the other takes its share of the seeds; all workers draw from the same ones. */
export async function played<Ran extends Result>(
  campaign: Campaign<Ran>,
  workplace: Workplace,
  { seeds, workers, onRan }: Play<Ran>,
): Promise<readonly Ran[]> {
  const { name, profile, runsPerPlatform, ran, judgedLater = (run) => run } = campaign;
  const program = await workplace.built(name);
  const profilePath = workplace.written(`${name}.json`, profile);
  const left = [...seeds];
  const runs: Ran[] = [];
  const share = async (): Promise<void> => {
    const platform = await Platform.start(workplace.processes, { root: ROOT, profile: profilePath });
    const newGateway = () => GatewayLife.start(workplace.processes, program);
    const own: Ran[] = [];
    for (let seed; own.length < runsPerPlatform && (seed = left.shift()) !== undefined;) {
      const run = await ran(seed, { platform, workplace, newGateway });
      own.push(run);
      onRan(run);
    }
    const truth = await platform.truth();
    await platform.end();
    runs.push(...own.map((run) => judgedLater(run, truth)));
  };
  const worker = async (): Promise<void> => {
    while (left.length > 0) await share();
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return runs;
}
