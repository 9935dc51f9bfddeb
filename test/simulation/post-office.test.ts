import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { PostOffice } from '../../simulation/post-office';

it('hears what the desk answers, but for one that died while the event was on its way', async () => {
  let life = 0;
  let dies = false;
  const desk = createServer((_, response) => {
    if (dies) life += 1;
    response.writeHead(200).end();
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  const { port } = desk.address() as AddressInfo;
  const post = new PostOffice({
    chance: () => 1,
    now: () => 0,
    desk: () => `http://127.0.0.1:${port}/`,
    life: () => life,
    told: (text) => text,
  });
  const address = await post.open();
  const deliver = () =>
    fetch(address, { method: 'POST', body: JSON.stringify({ eventType: 'quotation-withdrawn' }) });
  await deliver();
  dies = true;
  await deliver();
  expect(post.letters.map(({ status }) => status)).toEqual([200, undefined]);
  post.close();
  desk.closeAllConnections();
  desk.close();
});
