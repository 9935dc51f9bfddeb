import { ProposalId, QuoteId } from '../../src/domain/identifiers';
import { lastSeenOf } from '../../src/domain/offers';
import { told } from '../../dialects/truth';
import { shown } from '../fields';
import type { Finding, Row } from '../row';
import { accepting, bestQuote, isAsPressed, isDealtAt, offerOn, someProposal } from './offers';
import { product, saidOf, type ProductSite } from './site';
import { ASKED, OWN } from './subjects';

/** A quote that is sent, shown as it is, and withdrawn. */
async function quotedAndWithdrawn(
  site: ProductSite,
  own: string,
  prices: readonly string[],
): Promise<Finding> {
  const body = await offerOn(site, own, { prices, side: 'quoter' });
  const { outcome, isDone, made } = await site.press(body, 'quotes');
  const [quote] = made;
  if (!quote) return site.judged({ 'it was executed': false }, `${shown(prices)}: ${saidOf(outcome)}`);
  const resource = { kind: 'quotes', id: body.requestId } as const;
  const id = site.id(quote['quotation-id']);
  const listing = await site.desk.read(resource, ({ records }) => records.some((one) => one.id === id));
  if (listing) site.desk.sameList('own quotes', [site.true.quote(quote)], listing, told.quote);
  const withdrawal = {
    kind: 'withdraw-quote',
    requestId: body.requestId,
    quoteId: QuoteId.parse(id),
  } as const;
  const withdrawn = await site.press(withdrawal, 'quotes');
  const left = (await site.truth()).quotes.find((one) => one['quotation-id'] === quote['quotation-id']);
  return site.judged(
    {
      'it is told as done': isDone,
      'it was executed once': made.length === 1,
      'it is there as it was pressed': isAsPressed(quote, body),
      'its withdrawal is told as done': withdrawn.isDone,
      'it is no longer live': left?.['state'] === 'withdrawn',
    },
    `${shown(prices)}: ${saidOf(outcome)}; ${saidOf(withdrawn.outcome)}`,
  );
}

/** What the product does on a platform, each press judged by what there is afterwards. */
export const ACTING_ROWS: readonly Row[] = [
  {
    id: 'P.4.quote.a',
    kind: 'rule',
    sentence: 'A spread is quoted leg by leg, with the net price by leg order, and withdrawn',
    check: product((site) => quotedAndWithdrawn(site, ASKED.location, ['30.1', '29.25'])),
  },
  {
    id: 'P.4.quote.b',
    kind: 'rule',
    sentence: 'A standard spread is quoted at one net price, and withdrawn',
    check: product(async (site) =>
      quotedAndWithdrawn(site, ASKED.standard, [await beside(site, ASKED.standard)]),
    ),
  },
  {
    id: 'P.4.quote.c',
    kind: 'rule',
    sentence: 'A single is quoted at one price, and withdrawn',
    check: product(async (site) => quotedAndWithdrawn(site, ASKED.buy, [await beside(site, ASKED.buy)])),
  },
  {
    id: 'P.4.quote.d',
    kind: 'rule',
    sentence: 'A green-grey swap is quoted with a price for each of its three legs, and withdrawn',
    check: product((site) => quotedAndWithdrawn(site, ASKED.swap, ['0.41', '82.15', '82.15'])),
  },
  {
    id: 'P.4.proposal.a',
    kind: 'rule',
    sentence: 'A proposal is sent, the next one takes its place, and deleting leaves none',
    check: product(async (site) => {
      const first = await offerOn(site, OWN.sell, { prices: ['33.25'], side: 'initiator' });
      const firm = { ...first, kind: 'send-proposal', proposalKind: 'firm' } as const;
      const one = await site.press(firm, 'proposals');
      const other = await site.press({ ...firm, proposalKind: 'indicative' }, 'proposals');
      const between = (await site.truth()).proposals.filter((record) => record['request-id'] === OWN.sell);
      const deleted = await site.press({ kind: 'delete-proposals', requestId: first.requestId }, 'proposals');
      const left = (await site.truth()).proposals.filter((record) => record['request-id'] === OWN.sell);
      return site.judged(
        {
          'each is told as done': one.isDone && other.isDone && deleted.isDone,
          'the first was as pressed': isAsPressed(one.made[0], first) && one.made[0]?.['kind'] === 'firm',
          'the second alone was left, as pressed':
            between.length === 1 && isAsPressed(between[0], first) && between[0]?.['kind'] === 'indicative',
          'none is left at the end': left.length === 0,
        },
        [one, other, deleted].map(({ outcome }) => saidOf(outcome)).join('; '),
      );
    }),
  },
  {
    id: 'P.4.counteroffer.a',
    kind: 'rule',
    sentence: 'A quote is countered, with the sum of the legs for a spread of one direction',
    check: product(async (site) => {
      const results = [];
      for (const own of [OWN.location, OWN.same]) {
        const { truth, quote } = await bestQuote(site, own);
        // A little better than the quote, in leg 1.
        const [leg1 = 0, leg2 = 0] = (truth['legs'] as { price: number }[]).map(({ price }) => price);
        const prices = [cents(leg1 - 0.05), cents(leg2)];
        const net = cents(own === OWN.same ? leg1 - 0.05 + leg2 : leg1 - 0.05 - leg2);
        const body = await offerOn(site, own, { prices, side: 'initiator' });
        const pressed = await site.press(
          { ...body, kind: 'send-counteroffer', quoteId: quote.id },
          'counteroffers',
        );
        const [record] = pressed.made;
        const isRight = isAsPressed(record, body) && record?.['quotation-id'] === truth['quotation-id'];
        results.push({ pressed, isNet: String(record?.['spread-price']) === net, isRight });
      }
      return site.judged(
        {
          'each is told as done': results.every(({ pressed }) => pressed.isDone),
          'each was executed once': results.every(({ pressed }) => pressed.made.length === 1),
          'each is there as pressed, on its quote': results.every(({ isRight }) => isRight),
          'each has the net price of its legs': results.every(({ isNet }) => isNet),
        },
        results.map(({ pressed }) => saidOf(pressed.outcome)).join('; '),
      );
    }),
  },
  {
    id: 'P.4.accept.a',
    kind: 'rule',
    sentence: 'A quote on a spread is accepted in full, at the price of each leg',
    check: product(async (site) => {
      const { quote, truth } = await bestQuote(site, OWN.location);
      const { outcome, isDone, made } = await site.press(accepting(quote), 'trades');
      return site.judged(
        {
          'it is told as done': isDone,
          'one trade was made': made.length === 1,
          'it has the prices that were shown': isDealtAt(made[0], truth),
          'it is of the whole quantity': made[0]?.['quantity'] === truth['quantity'],
          'the desk names this trade':
            'action' in outcome && outcome.action.tradeId === site.true.id(made[0]?.['trade-id']),
        },
        saidOf(outcome),
      );
    }),
  },
  {
    id: 'P.4.accept.b',
    kind: 'rule',
    sentence: 'A part of a quote is accepted, and no more than that part',
    check: product(async (site) => {
      const offered = { price: 20.5, quantity: 5, allOrNone: false };
      await site.act({ do: 'quote', requestId: OWN.buy, ...offered });
      const { quote, truth } = await bestQuote(site, OWN.buy);
      const { outcome, isDone, made } = await site.press(accepting(quote, '2'), 'trades');
      return site.judged(
        {
          'it is told as done': isDone,
          'one trade was made': made.length === 1,
          'it is of two, at the price that was shown':
            made[0]?.['quantity'] === 2 && isDealtAt(made[0], truth),
          'the desk tells the two': 'action' in outcome && outcome.action.executed?.quantity === '2',
        },
        saidOf(outcome),
      );
    }),
  },
  {
    id: 'P.4.accept.c',
    kind: 'rule',
    sentence: 'A standard spread is accepted at its net price; its trade comes with the leg prices',
    check: product(async (site) => {
      const { quote, truth } = await bestQuote(site, OWN.standard);
      const cancel = site.desk.system.clock.after(2_000, () => {
        void site.act({ do: 'enter-leg-prices', requestId: OWN.standard });
      });
      const { outcome, isDone, made } = await site.press(accepting(quote), 'trades');
      cancel();
      const [leg1, leg2] = ((made[0]?.['legs'] ?? []) as { price: number }[]).map(({ price }) => price);
      const net = Math.round(100 * ((leg1 ?? 0) - (leg2 ?? 0))) / 100;
      return site.judged(
        {
          'it is told as done': isDone,
          'one trade was made': made.length === 1,
          'its legs make the net price that was shown': net === truth['spread-price'],
        },
        saidOf(outcome),
      );
    }),
  },
  {
    id: 'P.4.accept.d',
    kind: 'rule',
    sentence: 'A firm price proposal on somebody else’s request is accepted at its price',
    check: product(async (site) => {
      const { proposal, truth } = await someProposal(site, ASKED.buy);
      const body = {
        kind: 'accept-proposal',
        requestId: proposal.requestId,
        proposalId: ProposalId.parse(proposal.id),
        lastSeen: lastSeenOf(proposal.price),
      } as const;
      const { outcome, isDone, made } = await site.press(body, 'trades');
      return site.judged(
        {
          'it is told as done': isDone,
          'one trade was made': made.length === 1,
          'it has the price that was shown': isDealtAt(made[0], truth),
        },
        saidOf(outcome),
      );
    }),
  },
  {
    id: 'P.2.seen',
    kind: 'rule',
    sentence: 'A price that has moved since it was shown is not taken, and nothing is told as done',
    check: product(async (site) => {
      const { quote, truth } = await bestQuote(site, OWN.sell);
      const quotationId = truth['quotation-id'];
      await site.act({ do: 'move-price', requestId: OWN.sell, quotationId, by: 0.5 });
      const before = (await site.truth()).trades.length;
      const { desk } = site;
      const body = { body: accepting(quote), shown: 'as shown' };
      const pressed = await desk.system.passing(desk.page.act(desk.page.newActionId(), body));
      const said = pressed.ok ? pressed.value : undefined;
      return site.judged(
        {
          'nothing was traded': (await site.truth()).trades.length === before,
          'it is told as rejected': !pressed.ok || said?.state === 'rejected',
          'the desk says that the price moved':
            (pressed.ok ? said?.failure?.kind : pressed.failure.kind) === 'price-moved',
        },
        `${said?.state}: ${said?.failure?.message ?? ''}`,
      );
    }),
  },
];

/** A price as it is written, to the cent. */
const cents = (price: number): string => String(Math.round(price * 100) / 100);

/** A price beside the firm proposal on a request, and not through it: any other one is held back by the limits of the desk. */
async function beside(site: ProductSite, own: string): Promise<string> {
  const { proposals, requests } = await site.truth();
  const proposal = proposals.find((one) => one['request-id'] === own);
  const legs = requests.find((one) => one['request-id'] === own)?.['legs'] as
    { action: string }[] | undefined;
  const isAsk = legs?.[0]?.action === 'buy';
  const [leg] = (proposal?.['legs'] ?? []) as { price: number }[];
  const hundredths = Math.round(Number(leg?.price ?? proposal?.['spread-price']) * 100);
  return String((hundredths + (isAsk ? 15 : -15)) / 100);
}
