import { requestIdOf, type Action } from '../../domain/action';
import { endingOf, type PressState } from '../../domain/actions/state-words';

type Line = Pick<Action, 'id' | 'body' | 'sentAt' | 'endedAt' | 'program' | 'failure'> & {
  readonly state: PressState;
};

/** Whether it is of a program and the desk's own checks held it: nobody pressed it, and nothing was sent. */
export const isHeldByChecks = (line: Pick<Line, 'sentAt' | 'endedAt' | 'program' | 'state'>): boolean =>
  line.program !== undefined && endingOf(line) === 'refused';

/**
 * The lines in their order, without those in which a row of a program was held once more for the same reason, at the next change of its price: by
 * the first one it is held, by the next that is sent it goes on. `again`: how often it was held beside that, by the id of the first.
 */
export function heldOnce<L extends Line>(
  lines: readonly L[],
  at: (line: L) => number,
): { readonly lines: L[]; readonly again: ReadonlyMap<Action['id'], number> } {
  const again = new Map<Action['id'], number>();
  const firsts = new Map<string, L>();
  const dropped = new Set<Action['id']>();
  for (const line of [...lines].sort((one, other) => at(one) - at(other))) {
    if (!line.program) continue;
    const row = JSON.stringify([line.program.id, requestIdOf(line.body)]);
    const first = firsts.get(row);
    if (!isHeldByChecks(line)) firsts.delete(row);
    else if (first && first.failure?.kind === line.failure?.kind) {
      dropped.add(line.id);
      again.set(first.id, (again.get(first.id) ?? 0) + 1);
    } else firsts.set(row, line);
  }
  return { lines: lines.filter(({ id }) => !dropped.has(id)), again };
}
