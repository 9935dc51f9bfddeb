import type { Answer } from './answer';
import type { Fault } from './faults';

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
