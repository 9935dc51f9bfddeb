import type { CapturedTrade } from '../captured-trade';
import { ACER_COLUMNS } from './acer';
import type { Column } from './column';
import { DESK_COLUMNS } from './desk';
import { FULL_COLUMNS } from './full';

/** What a desk wants to see; everything the service wrote; the order of ACER's reporting fields. */
export const EXPORT_PRESETS = ['desk', 'full', 'acer'] as const;
export type ExportPreset = (typeof EXPORT_PRESETS)[number];

/** The columns of one trade. Headers are never renamed: sheets and programs look for them. */
export const TRADE_COLUMNS: Readonly<Record<ExportPreset, readonly Column<CapturedTrade>[]>> = {
  desk: DESK_COLUMNS,
  full: FULL_COLUMNS,
  acer: ACER_COLUMNS,
};
