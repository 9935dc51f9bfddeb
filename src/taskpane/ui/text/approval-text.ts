import type { Action } from '../../../domain/action';

type Told = Pick<Action, 'state' | 'shown' | 'sentAt' | 'failure'>;

/**
 * What came of an action that another person approved: "… and sent: …", "…, but not sent: why · …". Absent until that is
 * known. `approved` says by whom, or to its approver for whom: "Approved for Tom".
 */
export function approvedInWords(
  { state, shown, sentAt, failure }: Told,
  approved: string,
): string | undefined {
  switch (state) {
    case 'waiting':
    case 'staged':
    case 'sending':
      return undefined;
    case 'acknowledged':
    case 'done':
      return `${approved} and sent: ${shown}`;
    case 'unknown':
      return `${approved}; whether it was executed is not known yet: ${shown}`;
    case 'rejected':
    case 'cancelled': {
      const not = sentAt === undefined ? 'not sent' : 'not executed';
      return `${approved}, but ${not}: ${failure?.message ?? 'the journal says why.'} · ${shown}`;
    }
  }
}

/** What somebody else pressed, as whoever approves it is told: "to sell 50 MW". "They" would be the other side of the trade. */
export const asTheirs = (shown: string): string =>
  shown.replace(/\byou (?=buy|sell|bid|offer)/i, 'to ').replace(/· you (?=pay|receive)/, '· to ');
