import * as z from 'zod/mini';

/** What a gateway's process holds, in bytes, after a garbage collection; the parts are as Node counts them. */
export const Memory = z.object({
  /** All that is resident. */
  rss: z.number(),
  /** What objects take that something still refers to. */
  heapUsed: z.number(),
  /** What the engine keeps for objects, used or not. */
  heapTotal: z.number(),
  /** Buffers, and what else objects hold outside. */
  external: z.number(),
});
export type Memory = z.infer<typeof Memory>;

/** What the first gateway held after a part of the attack. */
export interface Measured {
  readonly after: string;
  readonly memory: Memory;
}

const MEGABYTE = 1024 * 1024;
export const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

/** How the memory of the first gateway went, part by part. What is left over is code, stacks, and what the allocator keeps. */
export function memoryTableOf(measured: readonly Measured[]): string {
  const rows = measured.map(({ after, memory: { rss, heapUsed, heapTotal, external } }) => {
    const rest = rss - heapTotal - external;
    return `| ${after} | ${[rss, heapUsed, heapTotal, external, rest].map(megabytes).join(' | ')} |`;
  });
  return [
    '| Memory of http after | Resident | Objects | Kept for objects | Outside | The rest |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
