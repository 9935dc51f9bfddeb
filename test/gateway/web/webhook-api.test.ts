import { afterEach, describe, expect, it } from 'vitest';
import { newSession } from '../../../simulation/running-gateway';
import { WebhookAnswer, WebhookCheckAnswer } from '../../../src/contract/desk/webhook';
import { failed, success } from '../../../src/domain/failure';
import { call, testGateway, TOKEN, type TestGateway } from '../twins/gateway';

let open: TestGateway | undefined;
afterEach(async () => {
  await open?.stop();
  open = undefined;
});

async function gatewayWithPage(options?: Parameters<typeof testGateway>[0]) {
  const desk = await testGateway(options);
  open = desk;
  const token = await newSession(desk.gateway);
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string, method = 'GET') => {
    const { status, text } = await call(desk.gateway, path, { method, headers });
    return { status, text, body: JSON.parse(text) as unknown };
  };
  return { desk, ask };
}

describe('how events reach the desk', () => {
  it('is told to pages that the gateway knows, and to nobody else', async () => {
    const { desk, ask } = await gatewayWithPage();
    for (const [path, method] of [
      ['/api/webhook', 'GET'],
      ['/api/webhook/check', 'POST'],
    ] as const) {
      const answer = await call(desk.gateway, path, { method });
      expect(answer.status).toBe(401);
      expect(answer.text).not.toContain(TOKEN);
    }
    const how = WebhookAnswer.parse((await ask('/api/webhook')).body);
    expect(how).toEqual({
      address: `http://localhost:${desk.gateway.port}/webhooks/${TOKEN}`,
      isStated: false,
      isSigned: false,
      accepted: 0,
      refused: 0,
    });
    expect(how.address).toBe(desk.gateway.webhook);
  });

  it('is not there where nothing can be received for the environment', async () => {
    const { ask } = await gatewayWithPage({ webhooks: { inboxes: [] } });
    const { status, text } = await ask('/api/webhook');
    expect(status).toBe(422);
    expect(text).toContain('receives no events');
  });
});

describe('the check', () => {
  it('asks for the example once, reads it as a delivery is read, and keeps it as a test', async () => {
    const { desk, ask } = await gatewayWithPage();
    const example = { eventType: 'request-traded', 'request-id': 'RQ-1', 'trade-id': 'TR-1' };
    desk.service.example = success(example);
    const { status, body } = await ask('/api/webhook/check', 'POST');
    expect(status).toBe(200);
    const checked = WebhookCheckAnswer.parse(body);
    expect(checked.example).toBe(JSON.stringify(example));
    expect(checked.event).toMatchObject({
      origin: 'test',
      type: 'request-traded',
      tradeId: 'TR-1',
      times: 1,
    });
    expect(desk.events.read()).toEqual([checked.event]);
    // A test is no delivery, and never counted with a real one.
    await call(desk.gateway, `/webhooks/${TOKEN}`, { method: 'POST', body: checked.example });
    expect(desk.events.read().map(({ origin, times }) => [origin, times])).toEqual([
      ['pushed', 1],
      ['test', 1],
    ]);
  });

  it('of what is no event says what was found and which setting to change', async () => {
    const { desk, ask } = await gatewayWithPage();
    desk.service.example = success({ status: 'up', version: '2.3' });
    const { status, text } = await ask('/api/webhook/check', 'POST');
    expect(status).toBe(502);
    expect(text).toContain('It has the fields status, version.');
    expect(text).toContain('paths.ping');
    expect(desk.events.read()).toEqual([]);
  });

  it('that the service refuses is told in its words, and never as a page that is not known', async () => {
    const { desk, ask } = await gatewayWithPage();
    const failure = { kind: 'signed-out', message: 'The desk is signed out.', next: 'Sign in.' } as const;
    desk.service.example = failed(failure);
    expect(await ask('/api/webhook/check', 'POST')).toMatchObject({ status: 403, body: { failure } });
  });

  it('that cannot be kept says so', async () => {
    const { desk, ask } = await gatewayWithPage();
    desk.service.example = success({ eventType: 'request-traded' });
    desk.eventStore.full = true;
    const { status, text } = await ask('/api/webhook/check', 'POST');
    expect(status).toBe(503);
    expect(text).toContain('could not be saved');
  });
});
