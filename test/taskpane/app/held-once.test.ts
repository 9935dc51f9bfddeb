import { expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { ActionId } from '../../../src/domain/identifiers';
import type { ProgramId } from '../../../src/domain/program-mark';
import { heldOnce } from '../../../src/taskpane/app/held-once';

const program = { id: 'p-1' as ProgramId, name: 'Curve' };
const line = (number: number, fields: Partial<Action> = {}): Action => ({
  id: ActionId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`),
  body: { kind: 'send-quote', requestId: 'RQ-2' } as ActionBody,
  shown: '',
  state: 'done',
  createdAt: number,
  endedAt: number,
  program,
  ...fields,
});
const held = (
  number: number,
  kind: 'invalid-argument' | 'denied' = 'invalid-argument',
  more: Partial<Action> = {},
) => line(number, { state: 'rejected', failure: { kind, message: `${number}`, next: '' }, ...more });
const shown = (...lines: readonly Action[]) => {
  const { lines: left, again } = heldOnce(lines, ({ createdAt }) => createdAt);
  return left.map(({ id, createdAt }) => [createdAt, again.get(id) ?? 0]);
};

it('has one line for a row that is held, and one for its going on, newest first as they came', () => {
  expect(shown(line(6, { sentAt: 6 }), held(5), held(4), held(3), line(2, { sentAt: 2 }), held(1))).toEqual([
    [6, 0],
    [3, 2],
    [2, 0],
    [1, 0],
  ]);
});

it('has a line of its own for another reason, another request, and another program', () => {
  const other = { requestId: 'RQ-3' };
  const elsewhere = held(2, 'invalid-argument', { body: { kind: 'send-quote', ...other } as ActionBody });
  const program2 = { ...program, id: 'p-2' as ProgramId };
  expect(
    shown(held(4, 'denied'), held(3, 'invalid-argument', { program: program2 }), elsewhere, held(1)),
  ).toHaveLength(4);
});

it('leaves out nothing that a person pressed, or that the platform refused', () => {
  const { program: _, ...pressed } = held(2);
  const { program: __, ...before } = held(1);
  expect(shown(pressed, before)).toHaveLength(2);
  expect(shown(held(2, 'denied', { sentAt: 2 }), held(1, 'denied', { sentAt: 1 }))).toHaveLength(2);
});
