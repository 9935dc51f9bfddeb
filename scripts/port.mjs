import { once } from 'node:events';
import { createServer } from 'node:net';
import { Complaint } from './complaint.mjs';

const PORT_MAX = 65_535;
// A browser may take localhost for either, and would show whoever sits on the other one.
const LOOPBACKS = ['127.0.0.1', '::1'];

/**
 * The port that a setting asks for, or nothing if it is not set.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 */
export function portAsked(env, name) {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= PORT_MAX) return port;
  throw new Complaint(
    `${name}="${text}" is not a port. Set it to a number from 1 to ${PORT_MAX}, or leave it out.`,
  );
}

/** @param {number} port */
export async function portIsFree(port) {
  const answers = await Promise.all(LOOPBACKS.map((host) => canListen(host, port)));
  return answers.every(Boolean);
}

/** @type {Set<number>} */
const given = new Set();

/** A port that nobody has at this moment, and that nobody in this process was given before. */
export async function anyPort() {
  for (;;) {
    const port = await freePort();
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('A listening server has no address.');
  return address.port;
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function canListen(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has nobody on its IPv6 loopback.
    server.once('error', (error) =>
      resolve('code' in error && error.code !== 'EADDRINUSE' && host === '::1'),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
