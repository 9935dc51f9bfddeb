import { on } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { givenMarkets } from '../../../domain/delivery/given-markets';
import type { Written } from '../../../domain/trade-export/coverage';
import type { KeptTrade } from '../../storage/trade-store';
import type { FileEnd, WriteKeptFile } from './kept-file';
import type { TradeFileOptions } from './trade-file';

/** What a thread begins with. It has modules of its own, so the markets of the desk have to be given to it too. */
export interface FileTask {
  readonly options: TradeFileOptions;
  readonly markets: string;
}

/** To the thread: the trades that it asked for, none at the end; and that so much was passed on. */
export type ToFileThread =
  { readonly kind: 'trades'; readonly kept?: readonly KeptTrade[] } | { readonly kind: 'passed-on' };

/** From it: that it wants more trades; a piece of the file; and at its end what was written. */
export type FromFileThread =
  | { readonly kind: 'more' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'written'; readonly written: Written };

/** Each takes memory and a processor: whoever wants a file while so many are written waits for the end of one. */
const FILES_AT_ONCE_MAX = 2;
/** A thread holds a few pieces of trades and their rows, whatever the file's size. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** The package has the thread's program beside the others; the project as TypeScript, which a thread reads only once it is told how. */
const PROGRAM = import.meta.filename.endsWith('.ts')
  ? {
      code: `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(new URL('file-thread-main.ts', import.meta.url))})))`,
      eval: true,
    }
  : { code: join(import.meta.dirname, 'trade-file.mjs'), eval: false };

/**
 * As {@link WriteKeptFile}, on a thread of its own: this one reads the trades, passes the file on, and is free for presses and prices
 * meanwhile.
 */
export function fileThreads(write: WriteKeptFile = writeApart): WriteKeptFile {
  const running = new Set<Promise<void>>();
  return async (options, kept, end) => {
    while (running.size >= FILES_AT_ONCE_MAX) await Promise.race(running);
    const written = write(options, kept, end);
    const ended = written.then(nothing, nothing).finally(() => running.delete(ended));
    running.add(ended);
    return written;
  };
}

const nothing = (): void => undefined;

const writeApart: WriteKeptFile = async (options, kept, { sink, onCounted }) => {
  const task: FileTask = { options, markets: givenMarkets() };
  const thread = new Worker(PROGRAM.code, {
    eval: PROGRAM.eval,
    workerData: task,
    resourceLimits: MEMORY,
  });
  try {
    await pipeline(bytesOf(thread, kept, onCounted), sink);
  } finally {
    await thread.terminate();
  }
};

async function* bytesOf(
  thread: Worker,
  kept: AsyncIterable<readonly KeptTrade[]>,
  onCounted: FileEnd['onCounted'],
): AsyncGenerator<Uint8Array> {
  const say = (said: ToFileThread): void => thread.postMessage(said);
  const trades = read(kept);
  try {
    for await (const message of messagesOf(thread)) {
      switch (message.kind) {
        case 'more': {
          const { value } = await trades.next();
          say({ kind: 'trades', ...(value && { kept: value }) });
          break;
        }
        case 'bytes':
          yield message.bytes;
          say({ kind: 'passed-on' });
          break;
        case 'written':
          onCounted(message.written);
          return;
      }
    }
    throw new Error('The thread that writes the file ended early.');
  } finally {
    await trades.return(undefined);
  }
}

/** To be let go of at any time, whatever it is that reads. */
async function* read<T>(all: AsyncIterable<T>): AsyncGenerator<T, undefined> {
  yield* all;
  return undefined;
}

/** Ends with the thread; throws what the thread threw. */
async function* messagesOf(thread: Worker): AsyncGenerator<FromFileThread> {
  for await (const [message] of on(thread, 'message', { close: ['exit'] })) {
    yield message as FromFileThread;
  }
}
