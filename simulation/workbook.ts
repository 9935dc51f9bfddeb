import { ExcelError, installExcelNames } from '../bench/sheet/excel-names';
import type { GatewayClient } from '../src/client/client';
import { createGatewayClient } from '../src/client/gateway-client';
import type { Chance } from '../src/effects/chance';
import type { Clock } from '../src/effects/clock';
import { systemIds } from '../src/effects/ids';
import { stream } from '../src/functions/cells/stream';
import type { SheetFormula } from './formulas';
import { HOSTILE } from './market';
import type { Post } from './people';
import type { Premises } from './premises';
import type { CellSeen } from './seen';
import type { TruePrices } from './true-prices';

/** What the simulator puts in the place of a value that it spoils. */
const SPOILED = /"unexpected":|\[object /;
const FORMULA = /^[=+\-@\t\r]/;

export interface WorkbookParts {
  readonly premises: Premises;
  readonly prices: TruePrices;
  readonly chance: Chance;
  readonly seen: CellSeen[];
  /** Whose it is. */
  readonly post: Post;
}

/** One workbook: the real client over a real socket, and the functions' own streams as cells. */
export class Workbook {
  readonly client: GatewayClient;
  private readonly cells: { readonly seen: CellSeen; readonly cancel: () => void }[] = [];
  private line: { close(): void } | undefined;
  private isClosed = false;

  constructor(private readonly options: WorkbookParts) {
    installExcelNames();
    const transport = options.premises.transport(options.post);
    this.client = createGatewayClient({
      transport: {
        ...transport,
        openSocket: (events) => {
          const line = transport.openSocket(events);
          this.line = line;
          return line;
        },
      },
      clock: this.clock(),
      ids: systemIds,
      chance: options.chance,
    });
  }

  /** Excel calculates these cells, all at once. */
  calculate(formulas: readonly SheetFormula[]): void {
    const { clock } = this.options.premises;
    for (const formula of formulas) {
      const seen: CellSeen = { name: formula.name, openedAtMs: clock.monotonicMs(), wrong: [], texts: 0 };
      const invocation: CustomFunctions.StreamingInvocation<unknown[][]> = {
        setResult: (result) => this.take(formula, seen, result),
      };
      stream(invocation, formula.read, { client: () => this.client, cells: () => this.client.cells });
      this.cells.push({ seen, cancel: () => invocation.onCanceled?.() });
      this.options.seen.push(seen);
    }
  }

  close(): void {
    const closedAtMs = this.options.premises.clock.monotonicMs();
    for (const { seen, cancel } of this.cells) {
      cancel();
      seen.closedAtMs = closedAtMs;
    }
    this.isClosed = true;
    this.line?.close();
  }

  private take(formula: SheetFormula, seen: CellSeen, result: unknown): void {
    if (this.isClosed) return;
    seen.firstAtMs ??= this.options.premises.clock.monotonicMs();
    const cells: unknown[] = Array.isArray(result) ? result.flat() : [result];
    for (const cell of cells) this.look(formula, seen, cell);
  }

  private look({ name, priceOf }: SheetFormula, seen: CellSeen, cell: unknown): void {
    const complain = (of: 'value' | 'text', wrong: string): void =>
      void seen.wrong.push({ of, wrong: `${name}: ${wrong}` });
    if (cell instanceof ExcelError) {
      if ((cell.message ?? '').length < 'Loading.'.length) complain('value', 'an error without a sentence');
      return;
    }
    if (typeof cell === 'number') {
      const isTrue =
        Number.isFinite(cell) && (priceOf === undefined || this.options.prices.was(priceOf, cell));
      if (!isTrue) complain('value', `shows ${cell}, which was never true on ${priceOf ?? 'anything'}`);
      return;
    }
    if (typeof cell === 'boolean') return;
    if (typeof cell !== 'string' || SPOILED.test(cell)) {
      return complain('value', `shows ${JSON.stringify(cell)}`);
    }
    if (priceOf !== undefined && cell !== '') complain('text', `a price became the text ${cell}`);
    // A sentence that begins with a negative price is the desk's own.
    if (!FORMULA.test(cell) || /^-\d+(?:\.\d+)? is /.test(cell)) return;
    seen.texts += 1;
    if (!HOSTILE.includes(cell)) complain('text', `the text ${cell} is not as it came`);
  }

  /** A page that is closed has no timers any more. */
  private clock(): Clock {
    const { clock } = this.options.premises;
    return {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      after: (waitMs, fn) => clock.after(waitMs, () => !this.isClosed && fn()),
    };
  }
}
