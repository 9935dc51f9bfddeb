import type { Press } from '../pressing/presses';
import type { Figures } from '../words/figures';

/** What the service says after a switch that it took, which alone is what is shown. `undefined` while none was taken. */
export function readBack(
  { state, body, endedAt }: Pick<Press, 'state' | 'body' | 'endedAt'>,
  { on, readAt, figures }: { on: boolean; readAt: number | undefined; figures: Figures },
): { readonly text: string; readonly isOtherwise: boolean } | undefined {
  if (body.kind !== 'switch-risk' || state !== 'done') return undefined;
  if (readAt === undefined || endedAt === undefined || readAt < endedAt) {
    return { text: 'Not read back yet: what is shown here is from before.', isOtherwise: false };
  }
  const word = on ? 'on' : 'off';
  return on === body.on
    ? { text: `Read back at ${figures.time(readAt)}: it is ${word}.`, isOtherwise: false }
    : {
        text: `Read back at ${figures.time(readAt)}: it is ${word}, not ${body.on ? 'on' : 'off'}. Look into the journal, and ask the operator.`,
        isOtherwise: true,
      };
}
