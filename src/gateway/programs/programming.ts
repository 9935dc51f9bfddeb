import type {
  ProgramPreview,
  ProgramPreviewBody,
  ProgramReleaseBody,
  ProgramStartBody,
} from '../../contract/desk/programs';
import type { PageMessage } from '../../contract/desk/page-message';
import { failed, type Failure, type Outcome } from '../../domain/failure';
import type { By } from '../../domain/person';
import type { Program } from '../../domain/program/program';
import type { ProgramId } from '../../domain/program-mark';
import type { LocalSource } from '../cache/fetch';
import type { Pressed } from '../actions/batch';

/** Who asks, and on which page. */
export type Asking = Pick<Pressed, 'by' | 'page'>;
/** A word of a page about what its program wants. */
export type WantedMessage = Extract<PageMessage, { type: 'wanted' }>;

/** What pages can have done with programs. */
export interface Programming extends LocalSource {
  read(): readonly Program[];
  preview(asked: ProgramPreviewBody, asking: Asking): Promise<Outcome<ProgramPreview>>;
  start(asked: ProgramStartBody, asking: Asking): Promise<Outcome<Program>>;
  stop(id: ProgramId, by: By | undefined): Outcome<Program>;
  release(id: ProgramId, asked: ProgramReleaseBody, by: By | undefined): Outcome<Program>;
  wanted(message: WantedMessage, by: By | undefined): void;
}

/** Nobody starts one, and so there is none to stop. */
export const noPrograms = (why: Failure): Programming => ({
  read: () => [],
  onChange: () => () => undefined,
  preview: async () => failed(why),
  start: async () => failed(why),
  stop: () => failed(why),
  release: () => failed(why),
  wanted: () => undefined,
});

export const PROGRAMS_OFF: Failure = {
  kind: 'unsupported',
  message: 'This gateway allows no programs.',
  next: 'Nothing was sent. Whoever runs it allows them with DESK_PROGRAMS=on (docs/programs.md).',
};
