import * as z from 'zod/mini';
import { DownloadSelection } from '../trade-download';
import { Environment } from '../desk-status';
import { TABLE_PRESETS } from './preset';

/** A table of a workbook: its id, which no person can change, and its name. */
export const TableKey = z.object({ id: z.string(), name: z.string() });
export type TableKey = z.infer<typeof TableKey>;

/** What a workbook keeps about its tables of trades: for each a text, read by whoever wrote it. */
export const KeptTables = z.array(z.object({ key: TableKey, about: z.string() }));
export type KeptTables = z.infer<typeof KeptTables>;

/** What a table shows. It is saved with the workbook, so that a later press knows it: no secret, and no price. */
export const Shown = z.object({
  environment: Environment,
  wanted: DownloadSelection,
  /** The last day is the present day, whenever that is. */
  follows: z.boolean(),
  preset: z.enum(TABLE_PRESETS),
  /** IANA zone of the local moments. */
  zone: z.string(),
});
export type Shown = z.infer<typeof Shown>;
