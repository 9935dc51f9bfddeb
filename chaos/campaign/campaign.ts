import { attempt } from './attempt';
import { ROOT } from './built-gateway';
import { GatewayLife } from './gateway-life';
import { Platform, type Truth } from './platform';
import type { Over } from './report';
import { violation, type Violation } from './violation';
import type { Workplace } from './workplace';

/** What one run is played with. */
export interface Stage {
  readonly platform: Platform;
  readonly workplace: Workplace;
  /** The platform speaks a dialect that is drawn for the run. */
  readonly dialects: boolean;
  /** A gateway that has loaded and waits for its folder. */
  readonly newGateway: () => GatewayLife;
}

/** One run of a campaign whose runs follow from a seed. */
export interface Result {
  readonly plan: { readonly seed: number };
  readonly violations: readonly Violation[];
  readonly notTried?: string | undefined;
}

/** What a campaign has of its own: runs that follow from a seed. */
export interface Campaign<Ran extends Result> {
  /** As the command line names it; its folder has the gateway under test. */
  readonly name: string;
  readonly profile: object;
  /** A simulator remembers everything; with a new one now and then its lists stay short. */
  readonly runsPerPlatform: number;
  /** What an option of the command line chooses runs by, such as what goes wrong in one: its names. */
  readonly namedIn: (seed: number, option: string) => string;
  /** What is tried in a run, in a few words. */
  readonly aboutOf: (seed: number) => string;
  readonly ran: (seed: number, stage: Stage) => Promise<Ran>;
  /** What was judged must still hold when much later runs are over. */
  readonly judgedLater?: (run: Ran, truth: Truth) => Ran;
  readonly tableOf: (runs: readonly Ran[]) => string;
  /** What else people want to read of runs, a line each. */
  readonly remarksOn?: (runs: readonly Ran[]) => readonly string[];
}

export interface Play {
  readonly seeds: readonly number[];
  /** Runs at a time. */
  readonly workers: number;
  readonly onOver: (over: Over) => void;
  /** Each run is played at a platform of a drawn dialect. */
  readonly dialects?: boolean;
}

export interface Played<Ran> {
  readonly runs: readonly Ran[];
  /** What came of each run, also of those that never came to their end. */
  readonly overs: readonly Over[];
}

/** Plays runs: one platform after the other takes its share of the seeds; all workers draw from the same ones. */
export async function played<Ran extends Result>(
  campaign: Campaign<Ran>,
  workplace: Workplace,
  play: Play,
): Promise<Played<Ran>> {
  const { name, profile } = campaign;
  const program = await workplace.built(name);
  const profilePath = workplace.written(`${name}.json`, profile);
  const playing = new Playing(campaign, play, {
    workplace,
    newPlatform: () => Platform.start(workplace.processes, { root: ROOT, profile: profilePath }),
    newGateway: () => GatewayLife.start(workplace.processes, program),
  });
  await Promise.all(Array.from({ length: play.workers }, () => playing.worker()));
  const results = [...playing.runs, ...playing.brokenOff];
  return { runs: playing.runs, overs: results.map((result) => overOf(campaign, play, result)) };
}

type Means = Pick<Stage, 'workplace' | 'newGateway'> & { readonly newPlatform: () => Promise<Platform> };

class Playing<Ran extends Result> {
  readonly runs: Ran[] = [];
  readonly brokenOff: Result[] = [];
  private readonly left: number[];

  constructor(
    private readonly campaign: Campaign<Ran>,
    private readonly play: Play,
    private readonly means: Means,
  ) {
    this.left = [...play.seeds];
  }

  async worker(): Promise<void> {
    while (this.left.length > 0) await this.share();
  }

  private async share(): Promise<void> {
    const { runsPerPlatform, judgedLater = (run) => run } = this.campaign;
    const platform = await this.means.newPlatform();
    const own: Ran[] = [];
    let isWell = true;
    while (isWell && own.length < runsPerPlatform) {
      const seed = this.left.shift();
      if (seed === undefined) break;
      const run = await this.one(seed, platform);
      isWell = run !== undefined;
      if (run) own.push(run);
    }
    // A platform on which a run broke off may itself be why.
    const truth = isWell ? await platform.truth() : await platform.truth().catch(() => undefined);
    await platform.end();
    for (const run of own) this.runs.push(truth ? judgedLater(run, truth) : run);
  }

  /** One run; `undefined` where it broke off, which is wrong in itself and ends no other run. */
  private async one(seed: number, platform: Platform): Promise<Ran | undefined> {
    const { workplace } = this.means;
    const lives: GatewayLife[] = [];
    const newGateway = (): GatewayLife => {
      const life = this.means.newGateway();
      lives.push(life);
      return life;
    };
    const { dialects = false } = this.play;
    const stage = { platform, workplace, newGateway, dialects };
    const run = await attempt(this.campaign.ran(seed, stage), workplace);
    await Promise.all(lives.map((life) => life.kill()));
    const result = typeof run === 'string' ? brokenOff(seed, run) : run;
    this.play.onOver(overOf(this.campaign, this.play, result));
    if (typeof run !== 'string') return run;
    this.brokenOff.push(result);
    return undefined;
  }
}

const brokenOff = (seed: number, why: string): Result => ({
  plan: { seed },
  violations: [violation('anything else', why)],
});

function overOf<Ran extends Result>(
  { name, aboutOf }: Campaign<Ran>,
  { dialects = false }: Play,
  { plan, violations, notTried }: Result,
): Over {
  const again = `npm run chaos -- ${name}${dialects ? ' --dialects' : ''} --replay ${plan.seed}`;
  return { about: aboutOf(plan.seed), again, violations, notTried };
}
