import type { Failure, FailureKind } from '../../domain/failure';
import type { Evidence } from '../../domain/verdict/evidence';
import type { Looked, Part } from './evidence';

const PARTS: Record<Part, string> = {
  request: 'The request',
  quotes: 'The list of quotes',
  proposals: 'The list of price proposals',
  counteroffers: 'The list of counteroffers',
  trades: 'The list of trades',
  requests: 'The list of open requests',
  risk: 'The risk management',
  settings: 'The risk settings',
};

/** The same words for the same trouble, so that it stands in the journal once. */
const WHY: Partial<Record<FailureKind, string>> = {
  unsupported: 'the platform does not offer it',
  unreadable: 'its answer makes no sense',
  'signed-out': 'the desk is signed out',
  denied: 'the platform refuses it',
  'not-found': 'the platform does not find it',
  'quota-spent': 'the calls of the day are used up',
  throttled: 'there are no calls left for it',
};

/** What one look did not get is often there at the next; a person is told of what lasts. */
const TOLD_AFTER_LOOKS = 3;

const couldNotBeRead = (part: Part, { kind }: Failure): string =>
  `${PARTS[part]} could not be read (${WHY[kind] ?? 'the platform did not answer'}).`;

/** Which parts of the truth a look did not see, once that has lasted. */
export function gapsIn({ evidence, unread }: Looked, times: number): string | undefined {
  if (times < TOLD_AFTER_LOOKS) return undefined;
  const said = [
    ...unread.map(({ part, failure }) => couldNotBeRead(part, failure)),
    ...(isPending(evidence)
      ? ['Not every new trade could be read yet, and one of them may be this one.']
      : []),
  ];
  return said.length > 0 ? said.join(' ') : undefined;
}

const isPending = ({ trades }: Evidence): boolean => trades?.pending === true;
