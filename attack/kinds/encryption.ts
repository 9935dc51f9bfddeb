import { connect } from 'node:tls';
import { ROUTES } from '../../src/contract/desk/routes';
import { judged, type Attempt, type Met } from '../attempt';
import { hostOf, type Target } from '../target';
import { exchange, repliesIn, shownReply } from '../wire';

const WAIT_MS = 3_000;

/** At a server that speaks https: plain speech, old protocols, a handshake that does not come. */
export const encryptionAttempts = (): readonly Attempt[] => [
  host('plain http to the https port', async ({ port, ...target }) => {
    const place = { port };
    const { text } = await exchange(
      place,
      `GET ${ROUTES.health.path} HTTP/1.1\r\nHost: ${hostOf({ ...target, port })}\r\n\r\n`,
      {
        waitMs: WAIT_MS,
        settleMs: 250,
      },
    );
    const [reply] = repliesIn(text);
    return judged(reply !== undefined && reply.status < 400, shownReply(reply));
  }),
  ...(['TLSv1', 'TLSv1.1'] as const).map((version) =>
    host(`a handshake by ${version}`, (target) => shaken(target, version)),
  ),
  {
    kind: 'pace',
    tried: 'a handshake that does not come',
    at: async ({ port, patienceMs }) => {
      const { isClosed, ms } = await exchange({ port }, [], { waitMs: patienceMs });
      return judged(!isClosed, isClosed ? `cut off after ${(ms / 1_000).toFixed(1)} s` : 'still on the line');
    },
  },
];

const host = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'host', tried, at });

function shaken({ port, certificate }: Target, version: 'TLSv1' | 'TLSv1.1'): Promise<Met> {
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host: '127.0.0.1', port, servername: 'localhost', ca: certificate },
      ...{ minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' },
    });
    const end = (met: Met): void => {
      socket.destroy();
      resolve(met);
    };
    socket.setTimeout(WAIT_MS, () => end(judged(false, 'no answer')));
    socket.on('secureConnect', () => end(judged(true, 'it was taken')));
    socket.on('error', () => end(judged(false, 'refused')));
  });
}
