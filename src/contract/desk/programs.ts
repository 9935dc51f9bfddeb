import * as z from 'zod/mini';
import { AcceptedWarning, AcceptedWarnings } from '../../domain/action';
import { RequestId } from '../../domain/identifiers';
import { Price } from '../../domain/price';
import { Bounds, NarrowerBounds } from '../../domain/program/bounds';
import { Program } from '../../domain/program/program';
import { PROGRAM_ROWS_MAX, ProgramKind, WantedRow } from '../../domain/program/wanted';
import { ProgramId, ProgramName } from '../../domain/program-mark';
import { body, type Routes } from './routes';

// Programs: a person starts one on the page, the page says what is wanted over its socket, and the gateway keeps what is live equal to it.

const meant = { desk: z.optional(z.string().check(z.maxLength(4_096))) };
const direction = z.enum(['bid', 'ask']);
const rows = z.array(WantedRow).check(z.maxLength(PROGRAM_ROWS_MAX));

/** All rows as they are wanted at the start. The same id again is the same program. */
export const ProgramStartBody = z.strictObject({
  id: ProgramId,
  name: ProgramName,
  kind: ProgramKind,
  /** Narrower than the desk's; what is not said is the desk's. */
  bounds: NarrowerBounds,
  rows,
  /** Of these rows; those of later words are higher. */
  number: z.int().check(z.gte(0)),
  /** Warnings that were shown and ticked, by row. They hold for as long as the program runs, and for nothing larger. */
  accepted: z
    .array(z.strictObject({ requestId: RequestId, direction, accepted: AcceptedWarnings }))
    .check(z.maxLength(PROGRAM_ROWS_MAX)),
  /** What the person saw when pressing, in one line; kept in the journal. */
  shown: z.string().check(z.maxLength(500)),
  /** Epoch ms of the gateway's clock as the page knows it. */
  pressedAt: z.optional(z.number()),
  /** Number of the last "Withdraw all" that the page knew of at the press, 0 for none. */
  recall: z.optional(z.number()),
  ...meant,
});
export type ProgramStartBody = z.infer<typeof ProgramStartBody>;

/** `changesPerHour`: how often the wanted prices moved by their step in the last half hour, made an hour. */
export const ProgramPreviewBody = z.strictObject({
  ...ProgramStartBody.shape,
  changesPerHour: z.optional(z.number().check(z.gte(0))),
});
export type ProgramPreviewBody = z.infer<typeof ProgramPreviewBody>;

export const ProgramStopBody = z.strictObject(meant);
export type ProgramStopBody = z.infer<typeof ProgramStopBody>;

/** A row that only a person lets go on, at the price that the person saw: another one by now is not sent. */
export const ProgramReleaseBody = z.strictObject({
  requestId: RequestId,
  direction,
  /** The compared price. */
  shownPrice: Price,
  /** Warnings that were shown with it and ticked. */
  accepted: z.optional(AcceptedWarnings),
  ...meant,
});
export type ProgramReleaseBody = z.infer<typeof ProgramReleaseBody>;

export const ProgramAnswer = z.object({ program: Program });
export type ProgramAnswer = z.infer<typeof ProgramAnswer>;

const Amounts = z.array(z.object({ unit: z.string(), amount: z.string() }));

/** How far a price is from the market; in per cent where that says something. */
const Deviated = z.object({ market: Price, amount: z.string(), percent: z.optional(z.string()) });

/** What a start would do now. Nothing was sent for it, and the calls that it took were reads. */
export const ProgramPreview = z.object({
  rows: z.array(
    z.object({
      row: z.number(),
      requestId: RequestId,
      direction,
      /** `send`: nothing is live there. `change`: what is live is replaced. `held`: a bound, a limit or a rule stops it. `nothing`: nothing is wanted. */
      would: z.enum(['send', 'change', 'held', 'nothing']),
      /** Why, in a sentence. */
      says: z.optional(z.string()),
      deviation: z.optional(Deviated),
      /** What sending it now comes to; absent where it would not be sent. */
      comes: z.optional(z.object({ calls: z.number(), volumes: Amounts, notionals: Amounts })),
      /** Warnings to tick before the start, each with what its tick is. */
      findings: z.array(z.object({ message: z.string(), accepts: AcceptedWarning })),
    }),
  ),
  /** Of the rows that would be sent: the farthest from the market by per cent, and of net prices by amount. */
  worst: z.object({ percent: z.optional(z.string()), amount: z.optional(z.string()) }),
  /** To send what would be sent now, were every warning ticked; the same of what follows. */
  callsNow: z.number(),
  /** At the movement that the page told; absent without it. Reads that keep the market known are in it. */
  callsPerHour: z.optional(z.number()),
  /** If its prices moved as often as its bounds let it change. */
  callsPerHourMax: z.number(),
  /** That programs may use today still. */
  callsLeft: z.number(),
  /** What would be live at once. */
  volumes: Amounts,
  notionals: Amounts,
  /** Within what it would run: the desk's bounds, narrowed by its own. */
  bounds: Bounds,
});
export type ProgramPreview = z.infer<typeof ProgramPreview>;

export const ProgramPreviewAnswer = z.object({ preview: ProgramPreview });

/** Apart from the other routes because a page loads them with its room. */
export const PROGRAM_ROUTES = {
  preview: {
    method: 'POST',
    path: '/api/programs/preview',
    body: body<ProgramPreviewBody>(),
    answer: ProgramPreviewAnswer,
  },
  start: { method: 'POST', path: '/api/programs', body: body<ProgramStartBody>(), answer: ProgramAnswer },
  stop: {
    method: 'POST',
    path: '/api/programs/:id/stop',
    body: body<ProgramStopBody>(),
    answer: ProgramAnswer,
  },
  release: {
    method: 'POST',
    path: '/api/programs/:id/release',
    body: body<ProgramReleaseBody>(),
    answer: ProgramAnswer,
  },
} as const satisfies Routes;
