import { success, type Outcome } from '../../domain/failure';
import { guarded } from './guarded';

/** How Excel calculates. `by-hand`: only on F9, so that nothing that a function is told comes into its cell. */
export type Calculation = 'automatic' | 'by-hand';

export const calculation = (): Promise<Outcome<Calculation>> =>
  guarded(async (context) => {
    const { application } = context.workbook;
    application.load('calculationMode');
    await context.sync();
    return success(application.calculationMode === 'Manual' ? 'by-hand' : 'automatic');
  });

/** For every open workbook: Excel has one mode for all of them. */
export const calculateAutomatically = (): Promise<Outcome<undefined>> =>
  guarded(async (context) => {
    context.workbook.application.calculationMode = 'Automatic';
    await context.sync();
    return success(undefined);
  });
