import * as z from 'zod/mini';
import { Mapping } from '../../domain/bulk/column';
import type { Sheet } from '../sheet';

const NAME = 'SpreadDesk.bulk.mappings';
/** Sets of headings that are remembered in a workbook; the oldest is forgotten. */
const SETS_MAX = 20;
const Remembered = z.array(z.object({ key: z.string(), mapping: Mapping })).check(z.maxLength(SETS_MAX));
type Remembered = z.infer<typeof Remembered>;

/** Which column means what, by the headings of its table. The workbook keeps it: whoever opens it need not say it again. */
export class MappingMemory {
  constructor(private readonly sheet: Pick<Sheet, 'kept' | 'keep'>) {}

  async recall(key: string): Promise<Mapping | undefined> {
    return (await this.all()).find((one) => one.key === key)?.mapping;
  }

  async remember(key: string, mapping: Mapping): Promise<void> {
    const others = (await this.all()).filter((one) => one.key !== key);
    await this.sheet.keep(NAME, JSON.stringify([{ key, mapping }, ...others].slice(0, SETS_MAX)));
  }

  /** What cannot be read is as good as nothing: a person is asked again. */
  private async all(): Promise<Remembered> {
    const text = await this.sheet.kept(NAME);
    if (!text.ok || text.value === undefined) return [];
    const read = Remembered.safeParse(parsed(text.value));
    return read.success ? read.data : [];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
