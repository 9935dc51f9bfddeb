import { riskFormula } from '../formulas/risk';
import { stream } from '../cells/stream';

/**
 * Risk management, live: all commodities with on or off; or one with its settings, every field or only those asked for. Example: =DESK.RISK("power","risk-management")
 * @customfunction RISK
 * @streaming
 * @requiresAddress
 * @param [commodity] A commodity, or a column of them: one row each. Left out: all of them.
 * @param [field] "risk-management" for on or off, or the name of a setting, or a row of names. Left out: on or off for all, every field for one commodity.
 */
export function risk(
  commodity: unknown[][],
  field: unknown[][],
  invocation: CustomFunctions.StreamingInvocation<unknown[][]>,
): void {
  stream(invocation, () => riskFormula({ commodity, field }));
}
