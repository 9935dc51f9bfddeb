import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../../scripts/complaint.mjs';
import { ROOT } from '../campaign/built-gateway';

const HAPROXY = '/usr/sbin/haproxy';

/** HAProxy by the example of `deploy/`, with these doors behind it. Calling the answer ends it. */
export function startProxy(
  ports: readonly number[],
  { port, eventsPort, folder }: { port: number; eventsPort: number; folder: string },
): () => void {
  if (!existsSync(HAPROXY)) throw new Complaint('HAProxy is missing. Debian: apt-get install haproxy');
  let text = readFileSync(join(ROOT, 'deploy', 'haproxy.cfg'), 'utf8')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :8443 ssl crt /etc/haproxy/events.pem', `bind 127.0.0.1:${eventsPort}`);
  for (const [at, door] of ports.entries()) {
    for (const asWritten of [3000, 3100])
      text = text.replaceAll(`10.0.0.${at + 1}:${asWritten}`, `127.0.0.1:${door}`);
  }
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  const child = spawn(HAPROXY, ['-db', '-f', path], { stdio: 'ignore' });
  return () => void child.kill('SIGKILL');
}
