import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { expect, it } from 'vitest';
import { profileFrom } from '../../src/contract/service/profile';
import { proofsOf, unproven } from '../../src/gateway/events/signature';
import { OPEN, tender, withDesk, type Desk, type Fields } from './desk-client';

interface Received {
  readonly event: Fields;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** Somebody whom events are sent to. */
class Receiver {
  readonly received: Received[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly server: Server;

  constructor(private readonly status = 204) {
    this.server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        this.received.push({ event: JSON.parse(text) as Fields, text, headers: request.headers });
        response.writeHead(this.status).end();
        this.waiting.splice(0).forEach((wake) => wake());
      });
    });
  }

  async registerAt(desk: Desk): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await desk.control('webhook', { url: `http://127.0.0.1:${port}/events` });
  }

  async has(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  get types(): unknown[] {
    return this.received.map(({ event }) => event['eventType']);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const withReceiver = (receiver: Receiver, test: (desk: Desk) => Promise<void>, more = {}) =>
  withDesk(async (desk) => {
    try {
      await receiver.registerAt(desk);
      await test(desk);
    } finally {
      receiver.close();
    }
  }, more)();

it('tells skinny events of everything that the desk may see', async () => {
  const receiver = new Receiver();
  await withReceiver(receiver, async (desk) => {
    const quote = await desk.act({ do: 'quote', requestId: OPEN.ownBuy });
    await receiver.has(1);
    expect(receiver.received[0]?.event).toEqual({
      eventType: 'quotation-created',
      'request-id': OPEN.ownBuy,
      'quotation-id': quote['quotation-id'],
    });
    await desk.act({ do: 'withdraw', requestId: OPEN.ownBuy, quotationId: quote['quotation-id'] });
    await receiver.has(2);
    await desk.act({ do: 'propose', requestId: OPEN.askedBuy });
    await receiver.has(3);
    await desk.delete(`${tender(OPEN.askedBuy, '2.2')}/price-proposal`);
    await receiver.has(4);
    await desk.act({ do: 'create-request' });
    await receiver.has(5);
    const [answered] = await desk.quotes(OPEN.ownBuy);
    const counter = {
      'price-direction': 'bid',
      legs: [{ price: 70 }],
      'quotation-id': answered?.['quotation-id'],
    };
    await desk.post(`${tender(OPEN.ownBuy)}/individual-counteroffers`, counter);
    await receiver.has(6);
    await desk.act({ do: 'close', requestId: OPEN.ownSell });
    await receiver.has(7);
    expect(receiver.types).toEqual([
      'quotation-created',
      'quotation-withdrawn',
      'price-proposal-created',
      'price-proposal-deleted',
      'request-created',
      'counteroffer-created',
      'request-closed',
    ]);
  });
});

it('keeps quiet about quotes of others on requests that the desk was asked for', async () => {
  const receiver = new Receiver();
  await withReceiver(receiver, async (desk) => {
    await desk.act({ do: 'quote', requestId: OPEN.askedBuy });
    await desk.act({ do: 'quote', requestId: OPEN.ownBuy });
    await receiver.has(1);
    expect(receiver.received.map(({ event }) => event['request-id'])).toEqual([OPEN.ownBuy]);
  });
});

it('tells of a traded standard spread only after the leg prices were entered', async () => {
  const receiver = new Receiver();
  await withReceiver(receiver, async (desk) => {
    const [quote] = await desk.quotes(OPEN.ownStandard);
    await desk.post(`${tender(OPEN.ownStandard, '2.2')}/trade`, {
      'quotation-id': quote?.['quotation-id'],
      'last-seen-price': { type: 'standard-spread', 'spread-price': quote?.['spread-price'] },
    });
    await desk.clock.advance(4999);
    expect(receiver.types).toEqual([]);
    await desk.clock.advance(1);
    await receiver.has(1);
    const trade = (await desk.get('/v2/trades')).items.at(-1);
    expect(receiver.received[0]?.event).toEqual({
      eventType: 'request-traded',
      'request-id': OPEN.ownStandard,
      'trade-id': trade?.['trade-id'],
    });
  });
});

it('sends an event once, whatever the receiver answers', async () => {
  const receiver = new Receiver(500);
  await withReceiver(receiver, async (desk) => {
    await desk.act({ do: 'quote', requestId: OPEN.ownBuy });
    await receiver.has(1);
    await desk.act({ do: 'quote', requestId: OPEN.ownSell });
    await receiver.has(2);
    await desk.clock.advance(60_000);
    expect(receiver.received.map(({ event }) => event['request-id'])).toEqual([OPEN.ownBuy, OPEN.ownSell]);
  });
});

it('signs events where the profile asks for it', async () => {
  const receiver = new Receiver();
  const hmac = { header: 'x-signature', algorithm: 'sha256', secretEnv: 'WEBHOOK_SECRET' };
  const options = {
    profile: profileFrom({ webhooks: { hmac } }),
    webhookSecrets: { WEBHOOK_SECRET: 'between us' },
  };
  await withReceiver(
    receiver,
    async (desk) => {
      await desk.act({ do: 'quote', requestId: OPEN.ownBuy });
      await receiver.has(1);
      const [first] = receiver.received;
      const signature = createHmac('sha256', 'between us')
        .update(first?.text ?? '')
        .digest('hex');
      expect(first?.headers['x-signature']).toBe(signature);
    },
    options,
  );
});

it.each<[string, object]>([
  [
    'a timestamp in a part of the header',
    {
      hmac: {
        ...{ header: 'x-signature', algorithm: 'sha512', secretEnv: 'OURS', encoding: 'hex', part: 'v1' },
        ...{ signed: '{timestamp}.{body}', timestamp: { part: 't', secondsMax: 300 } },
      },
    },
  ],
  [
    'a timestamp in a header of its own, base64 with a prefix',
    {
      hmac: {
        ...{ header: 'x-sig', algorithm: 'sha1', secretEnv: 'OURS', encoding: 'base64', prefix: 'v0=' },
        ...{ signed: 'v0:{timestamp}:{body}', timestamp: { header: 'x-time', secondsMax: 300 } },
      },
    },
  ],
  ['a token', { token: { header: 'Authorization', secretEnv: 'OURS', prefix: 'Bearer ' } }],
  ['HTTP Basic', { basic: { user: 'platform', passwordEnv: 'OURS' } }],
])('proves who sends as the gateway wants it proven: %s', async (_, webhooks) => {
  const receiver = new Receiver();
  const profile = profileFrom({ webhooks: { ...webhooks, items: 'data.events' } });
  const secrets = { OURS: 'between us' };
  await withReceiver(
    receiver,
    async (desk) => {
      await desk.act({ do: 'quote', requestId: OPEN.ownBuy });
      await receiver.has(1);
      const [first] = receiver.received;
      const delivery = { headers: first?.headers ?? {}, bytes: Buffer.from(first?.text ?? '') };
      const proofs = proofsOf(profile.webhooks, secrets);
      if (!proofs.ok) throw new Error(proofs.failure.message);
      expect(unproven(proofs.value, delivery, desk.clock.now())).toBeUndefined();
      expect(unproven(proofs.value, { ...delivery, headers: {} }, desk.clock.now())?.status).toBe(401);
      expect(first?.event).toMatchObject({ data: { events: [{ eventType: 'quotation-created' }] } });
    },
    { profile, webhookSecrets: secrets },
  );
});

it(
  'sends events to nobody outside this machine',
  withDesk(async (desk) => {
    for (const url of ['https://example.com/', 'http://127.0.0.1.example.com/', 'ftp://127.0.0.1/', 'x']) {
      expect((await desk.control('webhook', { url })).status).toBe(422);
    }
  }),
);

it('stops when the receiver is taken away', async () => {
  const receiver = new Receiver();
  await withReceiver(receiver, async (desk) => {
    await desk.delete('/simulator/webhook');
    await desk.act({ do: 'quote', requestId: OPEN.ownBuy });
    expect((await desk.stats())['events']).toEqual({ receiver: null, delivered: 0, failed: 0 });
    expect(receiver.received).toEqual([]);
  });
});
