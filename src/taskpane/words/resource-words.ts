import type { Resource } from '../../domain/resource';

/** What a resource is, as a trader says it: "Quotes of RQ-10293". */
export function resourceInWords(resource: Resource): string {
  switch (resource.kind) {
    case 'status':
      return 'Status of the desk';
    case 'quota':
      return 'Calls of the day';
    case 'journal':
      return 'Journal of the desk';
    case 'limits':
      return 'Limits of the desk';
    case 'captures':
      return 'Captures of trades';
    case 'own-quotes':
      return 'Own live quotes';
    case 'own-offers':
      return 'Own proposals and counteroffers';
    case 'events':
      return 'Events of the platform';
    case 'open-requests':
      return 'Open requests';
    case 'concluded-requests':
      return `Concluded requests, ${resource.from} to ${resource.to}`;
    case 'request':
      return `Request ${resource.id}`;
    case 'quotes':
      return `Quotes of ${resource.id}`;
    case 'analytics':
      return `Analytics of ${resource.id}`;
    case 'proposals':
      return `Price proposals for ${resource.id}`;
    case 'counteroffers':
      return `Counteroffers for ${resource.id}`;
    case 'request-load-shapes':
      return `Load shape of ${resource.id}`;
    case 'trades':
      return `Trades, ${periodOf(resource)}`;
    case 'trade':
      return `Trade ${resource.id}`;
    case 'trade-load-shapes':
      return `Load shape of trade ${resource.id}`;
    case 'risks':
      return 'Risk management of all commodities';
    case 'risk-settings':
      return `Risk settings of ${resource.commodity}`;
    case 'recipients':
      return `Recipients for ${[resource.commodity, resource.market].filter(Boolean).join(', ')}`;
  }
}

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  if (from === undefined && to === undefined) return 'today';
  if (from === to) return from ?? '';
  return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}
