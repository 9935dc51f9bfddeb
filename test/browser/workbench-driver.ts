import type { Frame, Page } from 'playwright-core';
import type { Workbench } from '../../src/workbench/api';
import { buildAddIn, openWorkbench, type Opened, removeAddIn } from './workbench-page';

type Scalar = string | number | boolean | null;

/** `window.workbench` from outside the page, with a mouse and a keyboard. */
export class Driver {
  constructor(private readonly opened: Opened) {}

  get page(): Page {
    return this.opened.page;
  }
  pane(): Promise<Frame> {
    return this.opened.pane();
  }
  /** Runs in the page. */
  in<T>(act: (workbench: Workbench) => T | Promise<T>): Promise<T> {
    return this.page.evaluate<T>(`(${act.toString()})(window.workbench)`);
  }

  values(a1: string): Promise<Scalar[][]> {
    return this.ask('values', a1);
  }
  async value(a1: string): Promise<Scalar | undefined> {
    return (await this.values(a1))[0]?.[0];
  }
  texts(a1: string): Promise<string[][]> {
    return this.ask('texts', a1);
  }
  errors(a1: string): Promise<ReturnType<Workbench['errors']>> {
    return this.ask('errors', a1);
  }
  settled(): Promise<void> {
    return this.ask('settled');
  }
  enter(a1: string, formula: string): Promise<void> {
    return this.ask('setFormula', a1, formula);
  }
  put(a1: string, rows: Scalar[][]): Promise<void> {
    return this.ask('setValues', a1, rows);
  }

  async box(a1: string): Promise<{ x: number; y: number; width: number; height: number }> {
    await this.ask('select', a1);
    const box = await this.ask<ReturnType<Workbench['cellBox']>>('cellBox', a1);
    if (!box) throw new Error(`${a1} is not drawn.`);
    return box;
  }
  async click(a1: string, button: 'left' | 'right' = 'left'): Promise<void> {
    const { x, y, width, height } = await this.box(a1);
    await this.page.mouse.click(x + width / 2, y + height / 2, { button });
  }
  async typeInto(a1: string, text: string): Promise<void> {
    await this.click(a1);
    await this.page.keyboard.type(text, { delay: 5 });
  }

  /** The text of an element of the add-in's page. */
  async said(id: string): Promise<string> {
    const pane = await this.pane();
    return pane.evaluate((element) => document.getElementById(element)?.textContent ?? '', id);
  }
  /** A number that the add-in counts in its window. */
  async counted(expression: 'ticks.live' | 'echoes'): Promise<number> {
    return (await this.pane()).evaluate<number>(`window.${expression}`);
  }

  private ask<T>(name: keyof Workbench, ...args: unknown[]): Promise<T> {
    const list = args.map((arg) => JSON.stringify(arg)).join(', ');
    return this.page.evaluate<T>(`window.workbench.${name}(${list})`);
  }
}

export interface Started {
  desk: Driver;
  opened: Opened;
  stop(): Promise<void>;
}

/** Builds, opens, and waits until the add-in's functions and its pane are there. */
export async function startDesk(): Promise<Started> {
  const addin = await buildAddIn();
  const opened = await openWorkbench(addin);
  const desk = new Driver(opened);
  await desk.page.getByText('The add-in is running').waitFor();
  await desk.in((workbench) => workbench.ready);
  const pane = await desk.pane();
  await pane.locator('#state').getByText('ready', { exact: true }).waitFor();
  const stop = async (): Promise<void> => {
    await opened.close();
    await removeAddIn(addin);
  };
  return { desk, opened, stop };
}
