import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { CellFault } from '../../src/workbench/api';

type Scalar = string | number | boolean | null;
export type Cells = Scalar[][];

const PATIENCE = { timeout: 30_000, interval: 50 };

/** The sheet of a workbench page that is open in a browser. */
export class DeskSheet {
  constructor(private readonly page: Page) {}

  /** Resolves when the add-in's functions have announced themselves. */
  async ready(): Promise<void> {
    // Looked for on the page: its content policy lets no expression be evaluated again and again.
    await this.page.getByText('The add-in is running').waitFor();
  }

  values(a1: string): Promise<Cells> {
    return this.page.evaluate((address) => window.workbench?.values(address) ?? [], a1);
  }

  /** What a person sees who points at the error in the first cell. */
  fault(a1: string): Promise<CellFault | null> {
    return this.page.evaluate((address) => window.workbench?.errors(address)[0]?.[0] ?? null, a1);
  }

  enter(a1: string, formula: string): Promise<void> {
    return this.page.evaluate(([address, text]) => window.workbench?.setFormula(address, text), [
      a1,
      formula,
    ] as const);
  }

  put(a1: string, rows: Cells): Promise<void> {
    return this.page.evaluate(([address, cells]) => window.workbench?.setValues(address, cells), [
      a1,
      rows,
    ] as const);
  }

  /** Looks until the cells are as wanted; the last look is what a failure shows. */
  shows(a1: string, wanted: (cells: Cells) => boolean): Promise<Cells> {
    return vi.waitFor(async () => {
      const cells = await this.values(a1);
      if (wanted(cells)) return cells;
      throw new Error(`${a1} is ${JSON.stringify(cells)}`);
    }, PATIENCE);
  }
}
