import { profileFrom } from '../src/contract/service/profile';
import { WholeSystem } from '../test/journeys/whole-system';
import { Desk } from './desk';
import type { Dialect } from './draw';
import { Journeys } from './journeys';
import { profileOf, type ProfileFile } from './profile';
import { Records } from './speaker/records';
import { Speaker } from './speaker/speaker';

/** What came of one run. */
export interface Ran {
  readonly complaints: readonly string[];
  /** Sentences by which the desk told that something was wrong. */
  readonly sentences: readonly string[];
}

const TRADES_BEFORE = 5;

/** The journeys of a desk whose platform speaks a dialect, with the profile of that dialect or, for a trial, a wrong one. */
export async function ran(dialect: Dialect, wrong?: ProfileFile): Promise<Ran> {
  const isWrong = wrong !== undefined;
  const read = profileIn(wrong ?? profileOf(dialect));
  if ('refused' in read)
    return isWrong
      ? { complaints: [], sentences: [read.refused] }
      : { complaints: [read.refused], sentences: [] };
  const held: { speaker?: Speaker; system?: WholeSystem } = {};
  const system = await WholeSystem.start({
    trades: TRADES_BEFORE,
    front: async (url) => {
      const speaker = await Speaker.open(url, dialect, () => held.system?.clock.now() ?? 0);
      held.speaker = speaker;
      return { url: speaker.url, profile: read.profile, close: () => speaker.close() };
    },
  });
  held.system = system;
  try {
    if (held.speaker) held.speaker.onEvent = (event) => system.deliver(event);
    await system.control('/simulator/webhook', { url: held.speaker?.events });
    const records = new Records(dialect);
    const desk = new Desk(system, system.openPage(), isWrong, (own, word) => records.writes(own, word));
    await new Journeys(desk, dialect)
      .all()
      .catch((error: unknown) => desk.complain(`it broke off: ${String(error)}`));
    return { complaints: desk.complaints, sentences: [...desk.sentences] };
  } finally {
    await system.end();
  }
}

type Read = { readonly profile: ReturnType<typeof profileFrom> } | { readonly refused: string };

function profileIn(file: ProfileFile): Read {
  try {
    return { profile: profileFrom(file) };
  } catch (error) {
    return { refused: `The profile is refused: ${String(error)}` };
  }
}
