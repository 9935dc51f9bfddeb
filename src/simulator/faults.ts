import * as z from 'zod/mini';

/**
 * A fault on demand. "before" means that nothing was executed, "after" that it was; what spoils the answer comes after
 * the execution. `delayMs` delays whatever the fault does, and with it the execution where that comes later.
 */
const FaultFields = z.strictObject({
  /** The name of an operation, or "*" for every one. */
  operation: z._default(z.string(), '*'),
  kind: z.enum([
    'delay',
    'reset-before',
    'reset-after',
    'status-before',
    'status-after',
    'hang-before',
    'hang-after',
    'malformed',
    'truncated',
    'missing-field',
    'extra-field',
    'wrong-type',
    'storm-429',
    'huge',
  ]),
  /** Only calls on this request. */
  requestId: z.optional(z.string()),
  status: z._default(z.int().check(z.gte(200), z.lte(599)), 503),
  /** By its path, e.g. `legs[0].price`; in a list that of the first record. */
  field: z.optional(z.string().check(z.minLength(1))),
  delayMs: z._default(z.number().check(z.gte(0)), 0),
  /** How many calls it hits. */
  times: z._default(z.int().check(z.gte(1)), 1),
  /** How long a huge answer is. */
  bytes: z._default(z.int().check(z.gte(1)), 64 * 1024 * 1024),
});
export const Fault = FaultFields.check(
  z.refine(({ kind, field }) => field !== undefined || (kind !== 'missing-field' && kind !== 'wrong-type'), {
    path: ['field'],
    message: 'is needed to know what to spoil',
  }),
);
export type Fault = z.infer<typeof Fault>;

export const FaultsBody = z.union([z.array(Fault), Fault]);

/** The faults that wait for their calls, oldest first. */
export class Faults {
  private waiting: readonly Fault[] = [];

  get list(): readonly Fault[] {
    return this.waiting;
  }

  add(faults: readonly Fault[]): void {
    this.waiting = [...this.waiting, ...faults];
  }

  clear(): void {
    this.waiting = [];
  }

  /** The fault that hits this call, used up by one. */
  take(operation: string, requestId: string | undefined): Fault | undefined {
    const hit = this.waiting.find(
      (fault) =>
        (fault.operation === '*' || fault.operation === operation) &&
        (fault.requestId === undefined || fault.requestId === requestId),
    );
    if (!hit) return undefined;
    this.waiting = this.waiting.flatMap((fault) => {
      if (fault !== hit) return [fault];
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    });
    return hit;
  }
}
