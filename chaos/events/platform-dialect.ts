import { campaignDialectOf, type Dialect } from '../../dialects/draw';
import { profileOf } from '../../dialects/profile';
import { Records, type Fields } from '../../dialects/speaker/records';
import { Speaker } from '../../dialects/speaker/speaker';
import { jsonOf } from '../../dialects/speaker/values';
import { told, True, type Told } from '../../dialects/truth';
import { systemClock } from '../../src/effects/clock';
import { AS_IT_CAME, type Comparison, type Raw, type Shown } from './cells';

/** How the platform of a run speaks: where it is, its profile, its events, and how what is shown of it is compared. */
export interface PlatformDialect {
  readonly url: string;
  readonly profile: object;
  readonly comparison: Comparison;
  /** An event of the simulator as this platform delivers it. */
  readonly event: (body: string) => string;
  close(): Promise<void>;
}

/** The simulator's own, which needs nobody between. */
export const ownDialect = (url: string): PlatformDialect => ({
  url,
  profile: {},
  comparison: AS_IT_CAME,
  event: (body) => body,
  close: async () => undefined,
});

/** A drawn one, with a speaker before the simulator. */
export async function drawnDialect(url: string, seed: number): Promise<PlatformDialect> {
  const dialect = campaignDialectOf(seed);
  const speaker = await Speaker.open(url, dialect, () => systemClock.now());
  const records = new Records(dialect);
  return {
    url: speaker.url,
    profile: profileOf(dialect),
    comparison: comparisonOf(dialect),
    event: (body) => translated(body, (event) => jsonOf(records.theirs('event', event))),
    close: () => speaker.close(),
  };
}

/** What is no event in the simulator's own dialect is none in another either, and goes as it is. */
function translated(body: string, translate: (event: Fields) => string): string {
  try {
    const event: unknown = JSON.parse(body);
    const isEvent = typeof event === 'object' && event !== null && !Array.isArray(event);
    return isEvent ? translate(event as Fields) : body;
  } catch {
    return body;
  }
}

const ID_NAMES = { request: 'request-id', quote: 'quotation-id', trade: 'trade-id' } as const;

/** By what a desk tells of a record, and what the simulator's truth has to be told as. */
function comparisonOf(dialect: Dialect): Comparison {
  const truth = new True(dialect);
  const compared = (kind: Shown['kind'], { id, ...fields }: Told): Raw => ({
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    [ID_NAMES[kind]]: id,
  });
  const trueOf = { request: 'request', quote: 'quote', trade: 'reference' } as const;
  return {
    shown: (shown) => compared(shown.kind, toldOf(shown)),
    truth: (kind, record) => compared(kind, truth[trueOf[kind]](record)),
  };
}

function toldOf(shown: Shown): Told {
  switch (shown.kind) {
    case 'request':
      return told.request(shown.record);
    case 'quote':
      return told.quote(shown.record);
    case 'trade':
      return told.reference(shown.record);
  }
}
