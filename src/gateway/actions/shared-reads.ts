import type { Service } from '../platform/operations';

/** What is read of the platform to look up outcomes. */
export type OutcomeReads = Pick<
  Service,
  'request' | 'quotes' | 'proposals' | 'counteroffers' | 'trades' | 'openRequests' | 'risks' | 'riskSettings'
>;

/** One set of reads for several looks at once: each list is asked for once, however many of them are judged by it. */
export function sharedReads(service: OutcomeReads): OutcomeReads {
  const asked = new Map<string, unknown>();
  const once = <T>(what: readonly unknown[], read: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(what);
    const reading = (asked.get(key) as Promise<T> | undefined) ?? read();
    asked.set(key, reading);
    return reading;
  };
  return {
    request: (id, ask) => once(['request', id], () => service.request(id, ask)),
    quotes: (id, ask) => once(['quotes', id], () => service.quotes(id, ask)),
    proposals: (id, ask) => once(['proposals', id], () => service.proposals(id, ask)),
    counteroffers: (id, ask) => once(['counteroffers', id], () => service.counteroffers(id, ask)),
    // All looks end at the same moment but for a millisecond.
    trades: (period, ask) => once(['trades', period.from], () => service.trades(period, ask)),
    openRequests: (ask, filter) => once(['requests', filter], () => service.openRequests(ask, filter)),
    risks: (ask) => once(['risks'], () => service.risks(ask)),
    riskSettings: (commodity, ask) =>
      once(['settings', commodity], () => service.riskSettings(commodity, ask)),
  };
}
