import type { Attempt } from './attempt';
import { answerAttempts } from './kinds/answers';
import { hostAttempts, originAttempts, tokenAttempts } from './kinds/door';
import { encryptionAttempts } from './kinds/encryption';
import { eventAttempts } from './kinds/events';
import { cellAttempts, fileAttempts, preparedFiles } from './kinds/formulas';
import { markupAttempts } from './kinds/markup';
import { jsonAttempts, largeAttempts, slowAttempts } from './kinds/pace';
import { methodAttempts, pathAttempts } from './kinds/paths';
import { secretAttempts } from './kinds/secrets';
import { sheetAttempts } from './kinds/sheet';
import { headerInjections, smugglingAttempts } from './kinds/smuggling';
import { frameAttempts, lineFlood, sessionFlood, socketAttempts } from './kinds/sockets';
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
export async function attacked({
  stage,
  now,
  tell,
}: Campaign): Promise<{ outcomes: readonly Outcome[]; standing: readonly Standing[] }> {
  const plain = await stage.plain();
  const [encrypted, receiving] = await Promise.all([stage.encrypted(now), stage.receiving()]);
  const all = [
    ['http', plain],
    ['https', encrypted],
    ['receiver', receiving],
  ] as const;
  const before = await Promise.all(all.map(([, { gateway }]) => gateway.memoryBytes()));
  const outcomes: Outcome[] = [];
  const tries = async (attempts: readonly Attempt[], target: Target, atOnce = 1): Promise<void> => {
    outcomes.push(...(await made(attempts, target, { atOnce, tell })));
  };
  const slow = [plain, encrypted].map(({ target }) => tries(slowAttempts(), target, SLOW_AT_ONCE));
  await tries(outsideAttempts(plain.target, STRANGE), plain.target, 4);
  await tries([...outsideAttempts(encrypted.target, []), ...encryptionAttempts()], encrypted.target, 4);
  await tries(eventAttempts({ ...receiving, service: stage.service }), receiving.place, 4);
  await tries(smugglingAttempts(), receiving.place, 4);
  await Promise.all(slow);
  await tries(contentAttempts(plain.target, STRANGE), plain.target, 3);
  await tries([lineFlood(), sessionFlood()], plain.target);
  await tries(await hostileAttempts(plain, stage, now), plain.target);
  for (const [, { gateway, target, dataFolder }] of all) {
    const guarded = { gateway, target, dataFolder, service: stage.service, root: ROOT };
    await tries(await secretAttempts(guarded), target);
  }
  const standing = all.map(([name, { gateway }], index) => standingOf(name, gateway, before[index]));
  return { outcomes, standing: await Promise.all(standing) };
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
  return { name, isAlive, bytesBefore, bytesAfter: isAlive ? await gateway.memoryBytes() : 0 };
}
