import { KINDS, type Attempt, type Met } from './attempt';
import { megabytes } from './memory';

/** An attempt with what came of it at one server. */
export interface Outcome extends Met {
  readonly at: string;
  readonly attempt: Pick<Attempt, 'kind' | 'tried'>;
}

export interface Standing {
  readonly name: string;
  readonly isAlive: boolean;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export const lineOf = ({ at, attempt, met, gotIn }: Outcome): string =>
  `${gotIn ? 'GOT IN' : 'held  '}  ${attempt.kind} · ${at} · ${printable(attempt.tried)} · ${printable(met)}`;

/** What was tried may hold anything; a terminal is to show it and not to obey it. */
const printable = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1));

/** How many attempts of each kind were held, and how many got in. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = KINDS.map((kind) => {
    const own = outcomes.filter(({ attempt }) => attempt.kind === kind);
    const inside = own.filter(({ gotIn }) => gotIn).length;
    return `| ${kind} | ${own.length} | ${own.length - inside} | ${inside} |`;
  });
  return ['| Kind | Tried | Held | Got in |', '|---|---|---|---|', ...rows].join('\n');
}

export function summaryOf(outcomes: readonly Outcome[], standing: readonly Standing[]): string {
  const inside = outcomes.filter(({ gotIn }) => gotIn).length;
  const processes = standing.map(
    ({ name, isAlive, bytesBefore, bytesAfter }) =>
      `${name}: ${isAlive ? 'alive' : 'DEAD'}, memory ${megabytes(bytesBefore)} before, ${megabytes(bytesAfter)} after`,
  );
  return [`${outcomes.length} attempts, ${inside} got in.`, ...processes].join('\n');
}

/** A dead gateway has been got the better of, whatever its answers were before. */
export const isHeld = (outcomes: readonly Outcome[], standing: readonly Standing[]): boolean =>
  outcomes.length > 0 && standing.every(({ isAlive }) => isAlive) && outcomes.every(({ gotIn }) => !gotIn);
