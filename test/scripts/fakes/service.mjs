import { createServer } from 'node:net';

// Stands in for the simulator and the gateway: it says what it was given, listens, is ready, and does what FAKE says.
const [name] = process.argv.slice(2).includes('--workbench') ? ['gateway'] : ['simulator'];
const port = Number(process.env[name === 'gateway' ? 'DESK_PORT' : 'SIMULATOR_PORT']);
const { SERVICE_API_KEY, DESK_DATA, SERVICE_ENVIRONMENT, SERVICE_URL_SIMULATOR } = process.env;
const fake = process.env.FAKE === undefined ? '' : process.env.FAKE;

const say = (/** @type {object} */ line) => process.stderr.write(`${JSON.stringify({ name, ...line })}\n`);
process.stdout.write('All is well.\n');
say({ port, SERVICE_API_KEY, DESK_DATA, SERVICE_ENVIRONMENT, SERVICE_URL_SIMULATOR });

if (fake === `${name} fails`) process.exit(3);
if (fake === `${name} is stubborn`) process.on('SIGTERM', () => undefined);
if (fake === `${name} is polite`) {
  process.on('SIGTERM', () => {
    say({ goodbye: true });
    process.exit(0);
  });
}
createServer()
  .on('connection', (socket) => socket.on('error', () => undefined).once('data', () => process.exit(4)))
  .listen(port, '127.0.0.1', () => {
    process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}`, pairingCode: 'K7QM-2XTP' });
    if (fake === 'gateway is paired') process.send?.({ type: 'pairing-code', code: '2XTP-K7QM' });
  });
