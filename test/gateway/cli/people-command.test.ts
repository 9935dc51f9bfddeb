import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anyPort } from '../../../scripts/port.mjs';
import { failed, success } from '../../../src/domain/failure';
import { connectRunning, GatewayClient } from '../../../src/gateway/cli/gateway-client';
import { peopleCommand } from '../../../src/gateway/cli/people-command';
import type { TypedGateway } from '../../../src/gateway/cli/typed-options';
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

let asked: TypedGateway[] = [];
async function run(...words: string[]) {
  asked = [];
  const [out, problems] = [new Said(), new Said()];
  const door = new GatewayClient(desk.gateway.url, desk.gateway.programKey);
  const connect = async ({ data, port }: TypedGateway) => {
    asked.push({ data, port });
    return success({ door, isOwn: false, close: () => door.close() });
  };
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

it('goes to the gateway whose port and data folder are typed, and names what it does not know', async () => {
  expect(await run('list', '--data', '/tmp/desk', '--port', '4000')).toMatchObject({ code: 0, problems: '' });
  expect(asked).toEqual([{ data: '/tmp/desk', port: '4000' }]);
  for (const [words, problem] of [
    [['list', '--date', 'x'], 'There is no option --date. There are --help, --reason, --data, --port.'],
    [['list', 'Tom'], 'list takes no name'],
    [['end'], 'end needs a NAME'],
    [['hold'], 'There is no command hold.'],
    [[], 'Say what to do: halt, resume, list, end, unpair.'],
  ] as const)
    expect(await run(...words)).toMatchObject({
      code: 2,
      problems: expect.stringContaining(problem) as string,
    });
  expect(asked).toEqual([]);
});

it('says at which address no gateway answers, and how another one is named', async () => {
  const port = String(await anyPort());
  expect(await connectRunning({ DESK_PORT: port })).toMatchObject({
    failure: {
      message: `No gateway of SpreadDesk answers at http://127.0.0.1:${port}.`,
      next: expect.stringContaining('--port') as string,
    },
  });
});
