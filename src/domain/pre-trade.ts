import { leaves, type RawRecord } from './record';

/** The offers that a trade was made from, as far as its pre-trade object names them. */
export interface NamedOffers {
  readonly quoteId?: string;
  readonly proposalId?: string;
  readonly counterofferId?: string;
}

/** The interface document shows no field of that object, and no profile translates what is in it: names of any style, in small letters. */
const NAMES: Readonly<Record<string, keyof NamedOffers>> = {
  quotationid: 'quoteId',
  quoteid: 'quoteId',
  priceproposalid: 'proposalId',
  proposalid: 'proposalId',
  counterofferid: 'counterofferId',
  individualcounterofferid: 'counterofferId',
};

export function namedOffers({ 'pre-trade': preTrade }: RawRecord): NamedOffers {
  const named: { -readonly [N in keyof NamedOffers]: string } = {};
  for (const [path, value] of leaves(preTrade)) {
    const name = path
      .replaceAll(/\[\d+\]/g, '')
      .replaceAll(/[^a-z\d]/gi, '')
      .toLowerCase();
    const kind = NAMES[name];
    const id = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    // Some write 0 for none.
    if (kind && /[^0]/.test(id)) named[kind] ??= id;
  }
  return named;
}
