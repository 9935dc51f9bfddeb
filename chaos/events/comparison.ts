import type { Dialect } from '../../dialects/draw';
import { told, True, type Told } from '../../dialects/truth';
import type { Comparison, Raw, Shown } from './cells';

const ID_NAMES = { request: 'request-id', quote: 'quotation-id', trade: 'trade-id' } as const;

/** In a drawn dialect: by what a desk tells of a record, and what the simulator's truth has to be told as. */
export function comparisonIn(dialect: Dialect): Comparison {
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
