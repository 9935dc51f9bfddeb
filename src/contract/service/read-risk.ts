import * as z from 'zod/mini';
import { success, type Outcome } from '../../domain/failure';
import type { Risk, RiskSettings } from '../../domain/risk';
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
  read(z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])), raw, 'risk settings');
