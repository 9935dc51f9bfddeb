import type { CapturedTrade } from '../captured-trade';
import { PROVISIONAL } from './capture-columns';
import type { Column } from './column';

export const ACER_COLUMNS: readonly Column<CapturedTrade>[] = [PROVISIONAL];
