import WebSocket from 'ws';
import * as z from 'zod/mini';
import { SOCKET_PATH } from '../../../src/contract/desk/socket';
import type { TestGateway } from './gateway';

const Said = z.looseObject({
  type: z.string(),
  answers: z.optional(z.array(z.looseObject({ key: z.string(), value: z.optional(z.unknown()) }))),
  failure: z.optional(z.object({ message: z.string() })),
});

/** A page's line to the gateway, in a time that somebody has to move. */
export async function page({ gateway, clock }: Pick<TestGateway, 'gateway' | 'clock'>, token: string) {
  const line = new WebSocket(`ws://127.0.0.1:${gateway.port}${SOCKET_PATH}`);
  const said: z.infer<typeof Said>[] = [];
  let isClosed = false;
  line.on('message', (bytes: Buffer) => {
    const one = Said.parse(JSON.parse(bytes.toString()));
    said.push(one);
    if (one.type === 'beat') line.send(JSON.stringify({ type: 'beat' }));
  });
  line.on('close', () => (isClosed = true));
  line.on('error', () => (isClosed = true));
  await new Promise((resolve) => line.once('open', resolve));
  line.send(JSON.stringify({ type: 'hello', token }));
  const watch = [{ kind: 'status' }, { kind: 'limits' }];
  line.send(JSON.stringify({ type: 'watch', add: watch, drop: [] }));
  const until = async <T>(found: () => T | undefined): Promise<T> => {
    for (;;) {
      const value = found();
      if (value !== undefined) return value;
      if (isClosed) throw new Error(`The line ended: ${JSON.stringify(said.at(-1))}`);
      await new Promise(setImmediate);
      await clock.advance(5);
    }
  };
  return {
    watch: (resource: object): void =>
      line.send(JSON.stringify({ type: 'watch', add: [resource], drop: [] })),
    until,
    /** The next value of this key that was not given out yet. */
    async value(key: string): Promise<unknown> {
      return until(() => {
        const at = said.findIndex(({ answers }) =>
          answers?.some((one) => one.key === `{"kind":"${key}"}` && one.value !== undefined),
        );
        if (at < 0) return undefined;
        const answers = said[at]?.answers ?? [];
        const found = answers.find((one) => one.key === `{"kind":"${key}"}` && one.value !== undefined);
        said[at] = { type: 'answers', answers: answers.filter((one) => one !== found) };
        return found?.value;
      });
    },
    /** With which words the gateway ends the line. */
    end: async (): Promise<string> =>
      until(() => said.find(({ type }) => type === 'refused')?.failure?.message),
  };
}
