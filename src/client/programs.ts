import {
  PROGRAM_ROUTES,
  type ProgramPreview,
  type ProgramPreviewBody,
  type ProgramReleaseBody,
  type ProgramStartBody,
} from '../contract/desk/programs';
import { pathOf } from '../contract/desk/routes';
import type { Failure, Outcome } from '../domain/failure';
import { success } from '../domain/failure';
import type { Program } from '../domain/program/program';
import type { ProgramId } from '../domain/program-mark';
import { call, type Gateway } from './http';

/** The market of each row may have to be read first. */
const PREVIEW_DEADLINE_MS = 60_000;
const START_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 15_000;

const NO_PREVIEW: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not say what this program would send.',
  next: 'Nothing was sent. Check that it runs, then check the rows again.',
};
const NO_START: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway did not answer, so it is not known whether the program runs.',
  next: 'Look at the list of programs. One that this page does not speak for stops by itself within seconds.',
};
const NO_STOP: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway did not answer, so it is not known whether the program has stopped.',
  next: 'Press again, or press Withdraw all. A program stops by itself when its page is silent.',
};
const NO_RELEASE: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway did not answer, so it is not known whether the row goes on.',
  next: 'The row says it. Press again if it is still held.',
};

/** What a person does with programs. What a running one wants is said over the socket. */
export interface ProgramsClient {
  /** What a start would send now. It sends nothing. */
  preview(asked: Omit<ProgramPreviewBody, 'desk'>): Promise<Outcome<ProgramPreview>>;
  /** Starts it, once under its id. Without an answer it is `unknown-outcome`. */
  start(asked: Omit<ProgramStartBody, 'desk'>): Promise<Outcome<Program>>;
  /** Stops any program of this desk; its offers are withdrawn first of all. The same again is harmless. */
  stop(id: ProgramId): Promise<Outcome<Program>>;
  /** Lets a held row go on at the price that the person has seen. */
  release(id: ProgramId, asked: Omit<ProgramReleaseBody, 'desk'>): Promise<Outcome<Program>>;
}

/** `desk`: the name of the desk that the page shows; absent until the gateway has told one. */
export function programsClient(gateway: Gateway, desk: () => string | undefined): ProgramsClient {
  const meant = (): { desk?: string } => {
    const name = desk();
    return name === undefined ? {} : { desk: name };
  };
  const program = (outcome: Outcome<{ program: Program }>): Outcome<Program> =>
    outcome.ok ? success(outcome.value.program) : outcome;
  return {
    async preview(asked) {
      const answer = await call(gateway, PROGRAM_ROUTES.preview, {
        body: { ...asked, ...meant() },
        deadlineMs: PREVIEW_DEADLINE_MS,
        unanswered: NO_PREVIEW,
      });
      return answer.ok ? success(answer.value.preview) : answer;
    },
    start: async (asked) =>
      program(
        await call(gateway, PROGRAM_ROUTES.start, {
          body: { ...asked, ...meant() },
          deadlineMs: START_DEADLINE_MS,
          unanswered: NO_START,
        }),
      ),
    stop: async (id) =>
      program(
        await call(gateway, PROGRAM_ROUTES.stop, {
          path: pathOf(PROGRAM_ROUTES.stop, { id }),
          body: meant(),
          deadlineMs: STOP_DEADLINE_MS,
          unanswered: NO_STOP,
        }),
      ),
    release: async (id, asked) =>
      program(
        await call(gateway, PROGRAM_ROUTES.release, {
          path: pathOf(PROGRAM_ROUTES.release, { id }),
          body: { ...asked, ...meant() },
          deadlineMs: START_DEADLINE_MS,
          unanswered: NO_RELEASE,
        }),
      ),
  };
}
