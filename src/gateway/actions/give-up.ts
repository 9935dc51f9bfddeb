import { setMaxListeners } from 'node:events';

/** By which actions that wait for their turn at the platform are given up; any number of them listen. */
export function giveUpSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
