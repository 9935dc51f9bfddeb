import type { Leg } from '../../domain/leg';
import type { Request } from '../../domain/request';
import { oppositeOf, roleOf, sideOf, takerActions } from '../../domain/role';
import type { Formatters } from '../ui/formatters';
import { legName, wholeInWords } from '../ui/text/offer-text';
import { commodityInWords } from '../../domain/delivery/product-words';
import { withUnit } from '../ui/text/request-text';

/** "You buy NL, sell DE · 15 MW, all or none"; in one market "You buy Cal-27, sell Cal-28" */
export function ownDealInWords(
  request: Pick<Request, 'legs' | 'role' | 'allOrNone' | 'swapType'>,
  formatters: Formatters,
): { readonly side: string; readonly terms: string } {
  const { legs } = request;
  const [first] = legs;
  const sides = takerActions(request, sideOf(request)).map(oppositeOf);
  const isUnknown = roleOf(request) === 'unknown';
  const who = isUnknown ? 'To' : 'You';
  const each = (isUnknown ? legs.map(({ action }) => action) : sides).map((side, at) =>
    legs.length === 1 ? side : [side, legName(legs, at)].filter(Boolean).join(' '),
  );
  const quantity =
    first?.quantity === undefined
      ? undefined
      : withUnit(formatters.quantity(first.quantity), first.quantityUnit);
  return {
    side:
      request.swapType === undefined
        ? `${who} ${each.join(', ')}`
        : swapInWords(legs, who, isUnknown ? first?.action : sides[0]),
    terms: [quantity, wholeInWords(request.allOrNone)].filter(Boolean).join(', '),
  };
}

/** "You sell GoO EU-HYDRO for power AT": the certificate of a swap, and the power of its other legs. */
function swapInWords([certificate, ...power]: readonly Leg[], who: string, side: string | undefined): string {
  const named = (leg: Leg | undefined): string =>
    [leg?.commodity && commodityInWords(leg.commodity), leg?.market].filter(Boolean).join(' ');
  const markets = new Set(power.map(named));
  return `${who} ${side ?? 'swap'} ${named(certificate)} for ${[...markets].join(' and ')}`;
}
