import type { FunctionMeta } from '../../../src/workbench/calls/metadata';
import { createHost, type Host } from '../../../src/workbench/host';
import { ManualTime } from '../manual-time';
import { MemoryGrid } from '../memory-grid';
import { type Answer, MemoryPage } from '../memory-page';

const VALUE = [{ name: 'value', type: 'any' }];
const ECHO: FunctionMeta = { id: 'ECHO', name: 'ECHO', parameters: VALUE };
const LIVE: FunctionMeta = { id: 'LIVE', name: 'LIVE', parameters: VALUE, options: { stream: true } };

/** A host between a grid in memory and a page in memory. */
export interface Bench {
  time: ManualTime;
  grid: MemoryGrid;
  page: MemoryPage;
  host: Host;
  paneVisible(): boolean;
  ask(actions: object[], paths: object[]): Promise<Answer>;
}

export function createBench(
  asked: Pick<Parameters<typeof createHost>[0], 'isEditing' | 'unkind'> = {},
): Bench {
  const time = new ManualTime();
  const grid = new MemoryGrid(time);
  const page = new MemoryPage();
  let shown = true;
  let tell = (_visible: boolean): void => undefined;
  const pane = {
    visible: () => shown,
    show: (visible: boolean) => {
      shown = visible;
      tell(visible);
    },
    onVisibility: (act: (visible: boolean) => void) => void (tell = act),
  };
  const host = createHost({ grid, transport: page, time, pane, ...asked });
  host.register([ECHO, LIVE], 'DESK');
  const ask = async (actions: object[], paths: object[]): Promise<Answer> => {
    const id = page.ask(actions, paths);
    await time.pass(1000);
    const answer = page.answer(id);
    if (!answer) throw new Error('no answer');
    return answer;
  };
  return { time, grid, page, host, paneVisible: () => shown, ask };
}
