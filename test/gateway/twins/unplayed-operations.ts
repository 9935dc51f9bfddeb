import { failed, type Outcome } from '../../../src/domain/failure';
import type { Service } from '../../../src/gateway/platform/operations';

type Unplayed = Omit<
  Service,
  | 'trades'
  | 'trade'
  | 'openRequests'
  | 'concludedRequests'
  | 'request'
  | 'quotes'
  | 'proposals'
  | 'counteroffers'
  | 'analytics'
  | 'loadShape'
  | 'smartRecipients'
  | 'risks'
  | 'riskSettings'
  | 'sendQuote'
  | 'withdrawQuote'
  | 'executeTrade'
  | 'createRequest'
  | 'addProposal'
  | 'deleteProposals'
  | 'sendCounteroffer'
  | 'toggleRisk'
  | 'writeRiskSettings'
>;

/** What a small platform in memory does not play: it says so, as a service without the operation does. */
export class UnplayedOperations implements Unplayed {
  ping(): Promise<Outcome<unknown>> {
    return this.unplayed();
  }

  protected async unplayed(): Promise<Outcome<never>> {
    return failed({
      kind: 'unsupported',
      message: 'This platform does not play it.',
      next: 'Play it where a test needs it.',
    });
  }
}
