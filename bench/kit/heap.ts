import { text } from 'node:stream/consumers';
import { getHeapSnapshot, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as z from 'zod/mini';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this process holds after a collection: objects, and buffers beside them. */
export function heapBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Kinds of memory that the engine fills the longer a program runs, with what it has learned of it. */
const OF_ENGINE = ['code', 'hidden', 'object shape', 'synthetic'];
const Snapshot = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      // The first names kinds, the others are of other fields.
      node_types: z.tuple([z.array(z.string())], z.unknown()),
    }),
  }),
  nodes: z.array(z.number()),
});

/** What the program's own objects and texts hold in this process, after a collection: what can leak. It takes seconds. */
export async function objectBytes(): Promise<number> {
  collect();
  const { snapshot, nodes } = Snapshot.parse(JSON.parse(await text(getHeapSnapshot())));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [kindAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + kindAt] ?? 0] ?? '';
    if (!OF_ENGINE.includes(kind)) bytes += nodes[at + sizeAt] ?? 0;
  }
  return bytes;
}
