import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failed, success } from '../../../src/domain/failure';
import { GatewayClient } from '../../../src/gateway/cli/gateway-client';
import { peopleCommand } from '../../../src/gateway/cli/people-command';
import { failure } from '../twins/fake-platform';
import { testGateway, type TestGateway } from '../twins/gateway';

let desk: TestGateway;
beforeEach(async () => {
  desk = await testGateway();
});
afterEach(() => desk.stop());

class Said extends Writable {
  text = '';
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

async function run(...words: string[]) {
  const [out, problems] = [new Said(), new Said()];
  const door = new GatewayClient(desk.gateway.url, desk.gateway.programKey);
  const connect = async () => success({ door, isOwn: false, close: () => door.close() });
  const code = await peopleCommand(words, { out, problems, connect });
  return { code, out: out.text, problems: problems.text };
}

it('halts the desk and lets it go on with a reason, both under the name of the gateway’s account', async () => {
  expect(await run('halt', '--reason', 'a drill')).toMatchObject({
    code: 0,
    out: 'The desk is halted: nothing that takes risk on leaves any more. Withdrawing goes on.\n',
  });
  expect(await run('resume')).toMatchObject({
    code: 2,
    problems: expect.stringContaining('--reason') as string,
  });
  expect(await run('resume', '--reason', 'it is over')).toMatchObject({ code: 0, problems: '' });
  expect(await run('resume', '--reason', 'again')).toMatchObject({ code: 1 });
  const [resumed, session, halted] = (await desk.journal.entries(9)).slice(1);
  expect(session?.shown).toBe('gateway ran a command of the gateway.');
  expect([resumed, session, halted].map((entry) => [entry?.entry, entry?.by?.name, entry?.reason])).toEqual([
    ['resume', 'gateway', 'it is over'],
    ['session-begun', 'gateway', undefined],
    ['halt', 'gateway', 'a drill'],
  ]);
});

it('says what is wrong, and that nothing was asked of a gateway that is not there', async () => {
  expect((await run('--help')).out).toContain('halt [--reason WHY]');
  expect(await run('hold')).toMatchObject({ code: 2, problems: expect.stringContaining('resume') as string });
  const [out, problems] = [new Said(), new Said()];
  const connect = async () => failed(failure('unavailable'));
  expect(await peopleCommand(['halt'], { out, problems, connect })).toBe(1);
});
