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
    out: 'The desk is halted: nothing that adds risk is sent any more. Live quotes stay live until somebody withdraws them: Withdraw all at the top of the pane, or Ctrl+Alt+Shift+K, works on.\n',
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

it.each([
  [['halt', '--reason', '-5 % feed'], '-5 % feed', ''],
  [['halt', '--reason'], undefined, ''],
  [['halt', '--reason', '', '--port', '4000'], undefined, ''],
  [['halt', '--reason', '--port', '4000'], undefined, ''],
  [['halt', '--why', 'feed', 'down'], 'feed down', 'Not known here: --why. '],
  [['-v', 'halt', '-5 % feed', '--now=yes'], undefined, 'Not known here: -v, -5 % feed, --now=yes. '],
  [['halt', 'x'.repeat(301)], undefined, 'A reason has up to 300 characters'],
])('halts whatever the words are: %j', async (words, reason, told) => {
  const ended = await run(...words);
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('The desk is halted') as string });
  if (told === '') expect(ended.problems).toBe('');
  else expect(ended.problems).toContain(told);
  expect(asked).toEqual([{ data: undefined, port: words.includes('4000') ? '4000' : undefined }]);
  const halts = (await desk.journal.entries(9)).filter(({ entry }) => entry === 'halt');
  expect(halts.map((halt) => halt.reason)).toEqual([reason]);
});

it.each([
  [['halt', '--port', ''], '--port needs a value behind it.'],
  [['halt', '--data='], '--data needs a value behind it.'],
  [['list', '--port', ''], '--port needs a value behind it.'],
  [['list', '--data', ''], '--data needs a value behind it.'],
  [['halt', '--port'], '--port needs a value behind it.'],
  [['halt', '--port', '--data', '/tmp/desk'], '--port needs a value behind it.'],
  [['halt', '--why', '--port='], 'There is no option --why.'],
  [['resume', '--reason', ''], '--reason needs a value behind it.'],
  [['resume', '--reason', '-5 % feed'], 'The value of --reason begins with -: write --reason="-5 % feed".'],
  [['resume', '--why', 'it is over'], 'There is no option --why.'],
  [['hlat', '--why'], 'There is no option --why.'],
])(
  'asks no gateway where it is not clear which, or another command is not right: %j',
  async (words, problem) => {
    expect(await run(...words)).toMatchObject({
      code: 2,
      problems: expect.stringContaining(problem) as string,
    });
    expect(asked).toEqual([]);
  },
);

it('says at which address no gateway answers, and how another one is named', async () => {
  const port = String(await anyPort());
  expect(await connectRunning({ DESK_PORT: port })).toMatchObject({
    failure: {
      message: `No gateway of SpreadDesk answers at http://127.0.0.1:${port}.`,
      next: expect.stringContaining('--port') as string,
    },
  });
});

it('does not call a person ended who is not there: it names those who are, and ends with 1', async () => {
  expect(await run('end', 'Nobody', 'Here')).toMatchObject({
    code: 1,
    out: '',
    problems: expect.stringContaining('Nobody called Nobody Here has an open session at this desk') as string,
  });
});
