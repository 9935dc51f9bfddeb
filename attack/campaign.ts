import { systemClock } from '../src/effects/clock';
import type { Attempt, Kind } from './attempt';
import { answerAttempts } from './kinds/answers';
import { hostAttempts, originAttempts, tokenAttempts } from './kinds/door';
import { encryptionAttempts } from './kinds/encryption';
import { identityAttempts } from './kinds/identity';
import { eventAttempts } from './kinds/events';
import { cellAttempts, fileAttempts, preparedFiles } from './kinds/formulas';
import { markupAttempts } from './kinds/markup';
import { jsonAttempts, largeAttempts, slowAttempts } from './kinds/pace';
import { methodAttempts, pathAttempts } from './kinds/paths';
import { signInAttempts } from './kinds/sign-ins';
import { officeTokenAttempts } from './kinds/office-tokens';
import { lateAttempts, roleAttempts } from './kinds/roles';
import { secretAttempts } from './kinds/secrets';
import { sheetAttempts } from './kinds/sheet';
import { headerInjections, smugglingAttempts } from './kinds/smuggling';
import { frameAttempts, lineFlood, sessionFlood, socketAttempts } from './kinds/sockets';
import type { Measured } from './memory';
import type { Outcome, Standing } from './report';
import { made } from './run';
import { ROOT, STRANGE, type Besieged, type Stage } from './stage';
import type { Target } from './target';

const DAY_MS = 86_400_000;
const TRADES_OF_DAYS = 14;
const SLOW_AT_ONCE = 20;

export interface Campaign {
  readonly stage: Stage;
  /** Epoch ms. */
  readonly now: number;
  /** How often all but hostile texts and the search for secrets is tried, one time after the other, at the same gateways. */
  readonly rounds: number;
  /** Of this kind alone; all of them unless said. */
  readonly kind?: Kind | undefined;
  /** Told of every attempt as it ends. */
  readonly tell: (outcome: Outcome) => void;
}

/** Everything that can be asked of a server from outside, by whoever reaches its port. */
export const outsideAttempts = (
  { routes }: Pick<Target, 'routes'>,
  strange: readonly string[],
): readonly Attempt[] => [
  ...hostAttempts(routes),
  ...originAttempts(routes),
  ...tokenAttempts(routes, strange),
  ...methodAttempts(routes),
  ...pathAttempts(),
  ...answerAttempts(routes),
];

export const contentAttempts = (
  { routes }: Pick<Target, 'routes'>,
  strange: readonly string[],
): readonly Attempt[] => [
  ...socketAttempts(strange),
  ...frameAttempts(),
  ...smugglingAttempts(),
  ...headerInjections(),
  ...jsonAttempts(routes),
  ...largeAttempts(routes),
];

/** Attacks every gateway of the stage, and says how each of them stands afterwards. */
export async function attacked({ stage, now, rounds, kind, tell }: Campaign): Promise<{
  outcomes: readonly Outcome[];
  standing: readonly Standing[];
  measured: readonly Measured[];
}> {
  const plain = await stage.plain();
  const [encrypted, receiving, peopled, signedIn, office] = await Promise.all([
    stage.encrypted(now),
    stage.receiving(),
    stage.peopled(),
    stage.signedIn(),
    stage.office(),
  ]);
  const all = [
    ['http', plain],
    ['https', encrypted],
    ['receiver', receiving],
    ['people', peopled],
    ['signed in', signedIn],
    ['office', office],
  ] as const;
  const before = await Promise.all(all.map(([, { gateway }]) => gateway.memory()));
  const outcomes: Outcome[] = [];
  const measured: Measured[] = [];
  const tries: Tries = async (attempts, target, atOnce = 1) => {
    const wanted = attempts.filter((one) => kind === undefined || one.kind === kind);
    outcomes.push(...(await made(wanted, target, { atOnce, tell })));
  };
  const measure: Measure = async (after, always = false) => {
    // What is collected on the way does not stand at the end: one round alone is left as it is.
    if (plain.gateway.isAlive && (always || rounds > 1))
      measured.push({ after, memory: await plain.gateway.memory() });
  };
  await measure('the start', true);
  for (let turn = 0; turn < rounds; turn++) {
    await round({ stage, plain, encrypted, receiving }, tries, measure);
    await tries(roleAttempts(peopled.keys), peopled.target);
    const late = tries(lateAttempts(peopled.keys), peopled.target);
    await tries(signInAttempts(), signedIn.target);
    await tries(
      officeTokenAttempts(office.provider, () => systemClock.now()),
      office.target,
    );
    await late;
  }
  // Once, at the end: the functions can be loaded once into this process, and looking for secrets signs the gateways out.
  await tries(await hostileAttempts(plain, stage, now), plain.target);
  await measure('formulas and markup');
  for (const { gateway, target, dataFolder } of [plain, encrypted, receiving]) {
    const guarded = { gateway, target, dataFolder, service: stage.service, root: ROOT };
    await tries(await secretAttempts(guarded), target);
  }
  await measure('secrets', true);
  const standing = all.map(([name, { gateway }], index) => standingOf(name, gateway, before[index]?.rss));
  return { outcomes, standing: await Promise.all(standing), measured };
}

type Tries = (attempts: readonly Attempt[], target: Target, atOnce?: number) => Promise<void>;
type Measure = (after: string, always?: boolean) => Promise<void>;
type Besieging = Pick<Campaign, 'stage'> & {
  readonly plain: Besieged;
  readonly encrypted: Besieged;
  readonly receiving: Awaited<ReturnType<Stage['receiving']>>;
};

async function round(
  { stage, plain, encrypted, receiving }: Besieging,
  tries: Tries,
  measure: Measure,
): Promise<void> {
  const slow = [plain, encrypted].map(({ target }) => tries(slowAttempts(), target, SLOW_AT_ONCE));
  await tries(outsideAttempts(plain.target, STRANGE), plain.target, 4);
  await measure('strange names, pages, tokens, methods, paths');
  await tries([...outsideAttempts(encrypted.target, []), ...encryptionAttempts()], encrypted.target, 4);
  await tries(eventAttempts({ ...receiving, service: stage.service }), receiving.place, 4);
  await tries(smugglingAttempts(), receiving.place, 4);
  await Promise.all(slow);
  await measure('dawdlers');
  const content = contentAttempts(plain.target, STRANGE);
  for (const kind of new Set(content.map((attempt) => attempt.kind))) {
    await tries(
      content.filter((attempt) => attempt.kind === kind),
      plain.target,
      3,
    );
    await measure(kind === 'pace' ? 'headers and bodies that are too large' : kind);
  }
  await tries([lineFlood()], plain.target);
  await measure('320 lines');
  await tries(identityAttempts(STRANGE), plain.target);
  await tries([sessionFlood()], plain.target);
  await measure('3,000 sessions');
}

/** While the platform writes formulas and markup into every text that it has. */
async function hostileAttempts(
  { target }: Besieged,
  { service }: Stage,
  now: number,
): Promise<readonly Attempt[]> {
  service.mood = 'hostile';
  const desk = { target, from: dayOf(now - TRADES_OF_DAYS * DAY_MS), to: dayOf(now), root: ROOT };
  await preparedFiles(desk);
  const cells = await cellAttempts(desk);
  return [...cells, ...fileAttempts(desk), ...sheetAttempts(desk), ...markupAttempts(ROOT)];
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

async function standingOf(name: string, gateway: Besieged['gateway'], bytesBefore = 0): Promise<Standing> {
  const { isAlive } = gateway;
  return { name, isAlive, bytesBefore, bytesAfter: isAlive ? (await gateway.memory()).rss : 0 };
}
