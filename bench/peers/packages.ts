import { spawn } from 'node:child_process';
import { installPackages } from '../../scripts/install.mjs';

/** What the peers need is installed below bench/ when they are asked for, and never with the project's own packages. */
export const installPeers = (): Promise<void> =>
  installPackages({
    root: import.meta.dirname,
    say: (line) =>
      console.error(`For the comparison with other packages, into bench/peers/node_modules: ${line}`),
    run,
  });

/** npm's own words go to the error stream: the output holds the figures alone. */
function run({ command, args, cwd, shell }: Parameters<Kit['run']>[0]): Promise<number> {
  const child = spawn(command, [...args], { cwd, shell: shell ?? false, stdio: ['ignore', 2, 2] });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

type Kit = Parameters<typeof installPackages>[0];
