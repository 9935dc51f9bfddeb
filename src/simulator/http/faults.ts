import * as z from 'zod/mini';
import type { Answer } from './call';

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

type Fields = Record<string, unknown>;

/** The same answer with one field missing, too many, or of another type. In a list it is the first record's. */
export function spoiled(answer: Answer, fault: Pick<Fault, 'kind' | 'field'>): Answer {
  const body: unknown = structuredClone(answer.body);
  const record = firstRecord(body);
  if (record === undefined) return answer;
  const { field } = fault;
  if (fault.kind === 'extra-field') {
    record[field ?? 'unforeseen'] = { note: 'a field that nobody has heard of' };
  } else if (field !== undefined) {
    change(record, field, fault.kind === 'missing-field' ? remove : retype);
  }
  return { ...answer, body };
}

function firstRecord(body: unknown): Fields | undefined {
  if (!isFields(body)) return undefined;
  const { items } = body;
  if (!Array.isArray(items)) return body;
  const [first] = items as readonly unknown[];
  return isFields(first) ? first : undefined;
}

function change(record: Fields, path: string, act: (holder: Fields, name: string) => void): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const name = steps.pop();
  let holder: unknown = record;
  for (const step of steps) holder = isFields(holder) ? holder[step] : undefined;
  if (name !== undefined && isFields(holder) && Object.hasOwn(holder, name)) act(holder, name);
}

function remove(holder: Fields, name: string): void {
  delete holder[name];
}

function retype(holder: Fields, name: string): void {
  const value = holder[name];
  holder[name] =
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : { unexpected: value };
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
