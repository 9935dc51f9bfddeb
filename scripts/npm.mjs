import { basename } from 'node:path';

/**
 * How to start npm with these arguments. The npm that started us is preferred: it is JavaScript, so Node runs it
 * on every system without a shell.
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, platform: NodeJS.Platform }} where
 */
export function npmProgram(args, { env, platform }) {
  const script = env.npm_execpath;
  if (script !== undefined && basename(script) === 'npm-cli.js') {
    return { command: process.execPath, args: [script, ...args], shell: false };
  }
  const windows = platform === 'win32';
  return { command: windows ? 'npm.cmd' : 'npm', args: [...args], shell: windows };
}
