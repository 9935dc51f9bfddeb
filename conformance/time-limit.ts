import { systemClock } from '../src/effects/clock';

/** A check that did not end. */
export class Late extends Error {}

/** What comes of some work, or a {@link Late} with a sentence: a check that waits for ever is as good as one that fails. */
export async function within<T>(msMax: number, work: () => Promise<T>): Promise<T> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    const sentence = `It did not end within ${msMax / 1000} s: something that it waits for never came.`;
    cancel = systemClock.after(msMax, () => reject(new Late(sentence)));
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    cancel();
  }
}
