import * as z from 'zod/mini';
import { Mapping } from './column';

/** Sets of headings whose mapping is remembered; the oldest is forgotten. */
const SETS_MAX = 20;
const Remembered = z.array(z.object({ key: z.string(), mapping: Mapping })).check(z.maxLength(SETS_MAX));

/** Mappings by the key of their headings, newest first, as text that a workbook keeps. */
export type RememberedMappings = z.infer<typeof Remembered>;

/** What cannot be read is as good as nothing: a person is asked again. */
export function mappingsIn(text: string | undefined): RememberedMappings {
  if (text === undefined) return [];
  try {
    const read = Remembered.safeParse(JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** The same with one more, as text. */
export const withMapping = (known: RememberedMappings, key: string, mapping: Mapping): string =>
  JSON.stringify([{ key, mapping }, ...known.filter((one) => one.key !== key)].slice(0, SETS_MAX));
