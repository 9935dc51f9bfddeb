import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Kit what the steps of a command work with
 * @property {string} root the project's folder
 * @property {(program: import('./children.mjs').Program) => Promise<number>} run runs a program to its end
 * @property {(line: string) => void} say tells the person at the terminal
 */

/**
 * The kit of a command on this project.
 * @param {import('./children.mjs').Children} children
 * @returns {Kit}
 */
export const projectKit = (children) => ({
  root: fileURLToPath(new URL('..', import.meta.url)),
  run: (program) => children.run(program),
  say: console.log,
});
