import type { Leg } from '../../../domain/leg';
import { periodText } from '../../../domain/delivery/product';
import { commodityInWords, differs } from './request-text';

/** "DE Cal-27 base", "NL/DE Cal-27 base", "DE Q1/Q4-27 base": what is traded, in one line. */
export function productInWords({ legs }: { readonly legs: readonly Partial<Leg>[] }): string {
  // Both power legs of a swap are one product.
  const told = legs.length > 2 ? legs.slice(0, 2) : legs;
  const traits = [
    told.map(({ market, commodity }) => market ?? (commodity && commodityInWords(commodity))),
    told.map(({ deliveryStart, deliveryEnd }) => periodText(deliveryStart, deliveryEnd)),
    told.map(({ loadProfile }) => loadProfile),
  ];
  return traits.map(joined).filter(Boolean).join(' ');
}

function joined(trait: readonly (string | undefined)[]): string | undefined {
  if (!differs(trait)) return trait[0];
  const [first = '–', second = '–'] = trait;
  const [kind, year] = [first, second].map((name) => name.split('-'));
  if (kind?.length === 2 && year?.length === 2) {
    // "Cal-27/28" and "Q1/Q4-27": what both have alike is said once.
    if (kind[0] === year[0]) return `${first}/${year[1] ?? ''}`;
    if (kind[1] === year[1]) return `${kind[0] ?? ''}/${second}`;
  }
  return `${first}/${second}`;
}
