import { success, type Outcome } from '../../domain/failure';
import { RiskSettings, type Risk } from '../../domain/risk';
import { read } from './reading';
import { WireRisk } from './wire';

/** Risk management of one commodity; on or off is never assumed. */
export function readRisk(raw: unknown): Outcome<Risk> {
  const parsed = read(WireRisk, raw, 'the risk state of a commodity');
  if (!parsed.ok) return parsed;
  const { commodity, 'risk-management': on } = parsed.value;
  return success({ commodity, on, raw: parsed.value });
}

/** The detailed settings: any flat object of named numbers, texts and booleans. */
export const readRiskSettings = (raw: unknown): Outcome<RiskSettings> =>
  read(RiskSettings, raw, 'risk settings');
