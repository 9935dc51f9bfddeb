import { systemClock } from '../effects/clock';
import { ManualClock } from '../effects/manual-clock';
import { startSimulator, type Simulator } from './server';
import { BadSetting, HELP, settingsFrom } from './settings';

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const simulator = await started();
  process.stdout.write(`Simulator is ready: ${simulator.url}\n`);
  endWith(simulator);
  process.send?.({ type: 'ready', url: simulator.url });
}

async function started(): Promise<Simulator> {
  const { clock, startsAt, ...settings } = settingsFrom(process.env);
  try {
    return await startSimulator({
      ...settings,
      clock: clock === 'manual' ? new ManualClock(startsAt ?? systemClock.now()) : systemClock,
    });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'EADDRINUSE') {
      throw new BadSetting(
        `Port ${settings.port} is taken; set SIMULATOR_PORT to another one, or to 0 for a free one.`,
      );
    }
    throw new BadSetting(
      `The simulator cannot listen on ${settings.host}:${settings.port} (${String(error.code)}).`,
    );
  }
}

/** Ends with a signal, or with the process that started it. */
function endWith(simulator: Simulator): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    void simulator.close().finally(() => process.exit(0));
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  if (process.send) process.once('disconnect', end);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof BadSetting ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
