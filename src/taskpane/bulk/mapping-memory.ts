import type { Mapping } from '../../domain/bulk/column';
import { mappingsIn, withMapping } from '../../domain/bulk/remembered';
import type { Sheet } from '../sheet';

const NAME = 'SpreadDesk.bulk.mappings';

/** Which column means what, by the headings of its table. The workbook keeps it: whoever opens it need not say it again. */
export class MappingMemory {
  constructor(private readonly sheet: Pick<Sheet, 'kept' | 'keep'>) {}

  async recall(key: string): Promise<Mapping | undefined> {
    return mappingsIn(await this.text()).find((one) => one.key === key)?.mapping;
  }

  async remember(key: string, mapping: Mapping): Promise<void> {
    await this.sheet.keep(NAME, withMapping(mappingsIn(await this.text()), key, mapping));
  }

  private async text(): Promise<string | undefined> {
    const kept = await this.sheet.kept(NAME);
    return kept.ok ? kept.value : undefined;
  }
}
