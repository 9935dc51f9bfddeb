import { legsOfFill, type FillLeg } from '../delivery/fill-legs';
import { present } from '../present';
import { moneyNamed, priceUnitOf } from '../price-unit';
import type { RawRecord } from '../record';
import type { CapturedTrade } from '../trade';
import { CANCELLED, NOT_LISTED, PROVISIONAL, type Column } from './column';
import * as fields from './fields';
import { agreed, legsOf, onLeg, stated, type Field } from './fields';
import { LEG_WORTH_COLUMNS, worthOf } from './worth';

const unstated = (name: string): Column<CapturedTrade> => ({ name, kind: 'text', value: () => undefined });
const under = (name: string, column: Column<CapturedTrade>): Column<CapturedTrade> => ({ ...column, name });

/** With its milliseconds and as text: what reads this column is a program and not Excel. */
const timestamp: Column<CapturedTrade> = {
  name: '30-transaction-timestamp',
  kind: 'text',
  value: ({ trade }) => new Date(trade.tradedAt).toISOString(),
};

/** The order that the platform names as the trade's own. */
const ORDER_ID: Field = { name: 'order-id', path: ['pre-trade', 'order-id'], kind: 'id' };

/** A certificate is no wholesale energy product, and a trade of it stands among those that are. The power legs of a swap are such products. */
const GUARANTEE_OF_ORIGIN: Column<CapturedTrade> = {
  name: 'guarantee-of-origin',
  kind: 'boolean',
  value: ({ trade: { raw } }) => {
    const legs = legsOf(raw);
    return (legs.length > 0 ? legs : [raw]).every(({ commodity = raw.commodity }) => commodity === 'goo');
  },
};

/** The fields of Table 1 that a leg states, with the field of a leg that comes nearest. */
const ON_LEGS: readonly (readonly [name: string, field: Field])[] = [
  ['11-buy-sell-indicator', fields.ACTION],
  ['24-energy-commodity', fields.COMMODITY],
  ['35-price', fields.PRICE],
  ['40-quantity', fields.QUANTITY],
  ['42-quantity-unit', fields.QUANTITY_UNIT],
  ['48-delivery-point-or-zone', fields.MARKET],
  ['49-delivery-start-date', fields.DELIVERY_START],
  ['50-delivery-end-date', fields.DELIVERY_END],
  ['52-load-type', fields.LOAD_PROFILE],
];

/**
 * One column for each field of Table 1 of the Annex to Implementing Regulation (EU) No 1348/2014, in its order,
 * filled where a trade states something of the kind, in the platform's own words. It helps with reporting, and is no
 * report.
 */
const TABLE_1: readonly Column<CapturedTrade>[] = [
  unstated('01-market-participant-id'),
  unstated('02-type-of-code-in-field-1'),
  unstated('03-trader-id'),
  under('04-other-market-participant-id', stated(fields.COUNTERPARTY)),
  unstated('05-type-of-code-in-field-4'),
  unstated('06-reporting-entity-id'),
  unstated('07-type-of-code-in-field-6'),
  unstated('08-beneficiary-id'),
  unstated('09-type-of-code-in-field-8'),
  unstated('10-trading-capacity'),
  under('11-buy-sell-indicator', agreed(fields.ACTION, 'same')),
  unstated('12-initiator-aggressor'),
  under('13-order-id', stated(ORDER_ID)),
  unstated('14-order-type'),
  unstated('15-order-condition'),
  unstated('16-order-status'),
  unstated('17-minimum-execution-volume'),
  unstated('18-price-limit'),
  unstated('19-undisclosed-volume'),
  unstated('20-order-duration'),
  unstated('21-contract-id'),
  unstated('22-contract-name'),
  unstated('23-contract-type'),
  under('24-energy-commodity', agreed(fields.COMMODITY, 'same')),
  unstated('25-fixing-index-or-reference-price'),
  unstated('26-settlement-method'),
  under('27-organised-market-place-id', stated(fields.VENUE)),
  unstated('28-contract-trading-hours'),
  unstated('29-last-trading-date-and-time'),
  timestamp,
  under('31-unique-transaction-id', stated(fields.TRADE_ID)),
  unstated('32-linked-transaction-id'),
  unstated('33-linked-order-id'),
  unstated('34-voice-brokered'),
  under('35-price', stated(fields.PRICE)),
  unstated('36-index-value'),
  under('37-price-currency', stated(fields.CURRENCY)),
  { name: '38-notional-amount', kind: 'decimal', value: (one) => worthOf(one).notional },
  { name: '39-notional-currency', kind: 'text', value: (one) => worthOf(one).currency },
  under('40-quantity', agreed(fields.QUANTITY)),
  { name: '41-total-notional-contract-quantity', kind: 'decimal', value: (one) => worthOf(one).mwh },
  under('42-quantity-unit', agreed(fields.QUANTITY_UNIT, 'same')),
  unstated('43-termination-date'),
  unstated('44-option-style'),
  unstated('45-option-type'),
  unstated('46-option-exercise-date'),
  unstated('47-option-strike-price'),
  under('48-delivery-point-or-zone', agreed(fields.MARKET, 'same')),
  under('49-delivery-start-date', agreed(fields.DELIVERY_START)),
  under('50-delivery-end-date', agreed(fields.DELIVERY_END)),
  unstated('51-duration'),
  under('52-load-type', agreed(fields.LOAD_PROFILE, 'same')),
  unstated('53-days-of-the-week'),
  unstated('54-load-delivery-intervals'),
  unstated('55-delivery-capacity'),
  unstated('56-quantity-unit-in-field-55'),
  unstated('57-price-time-interval-quantity'),
  unstated('58-action-type'),
];

/** A row for each trade: what legs say differently stands in columns of their own behind Table 1. */
export const ACER_COLUMNS: readonly Column<CapturedTrade>[] = [
  ...TABLE_1,
  stated(fields.REQUEST_ID),
  PROVISIONAL,
  ...[0, 1, 2].flatMap((leg) =>
    ON_LEGS.map(([name, field]) => under(`leg-${leg + 1}-${name}`, stated(onLeg(field, leg)))),
  ),
  NOT_LISTED,
  ...LEG_WORTH_COLUMNS,
  GUARANTEE_OF_ORIGIN,
  CANCELLED,
];

/** A leg of a trade as a trade of its own. */
export interface ReportedLeg extends CapturedTrade {
  /** From 1, in the order that legs keep (section 2); absent where there is one product. */
  readonly leg?: number;
  readonly legs?: number;
}

/**
 * The legs of a trade of several, each as a trade that says of itself what the leg says, and what a leg leaves to its trade. A price is the
 * leg's alone: the trade's own may be a net price. A trade of one product stays as it is.
 */
export function reportedLegs(captured: CapturedTrade): readonly ReportedLeg[] {
  const { trade } = captured;
  const legs = legsOfFill(trade);
  if (legs.length <= 1) return [captured];
  return legs.map((leg, index) => ({
    ...captured,
    trade: {
      ...present({ id: trade.id, requestId: trade.requestId, tradedAt: trade.tradedAt, venue: trade.venue }),
      raw: rawOf(leg, trade.raw),
    },
    leg: index + 1,
    legs: legs.length,
  }));
}

/** As the platform writes a trade of one product. Its currency is the leg's too, unless the leg's own unit says another. */
function rawOf(leg: FillLeg, { legs: _, currency, ...trade }: RawRecord): RawRecord {
  const own = leg.priceUnit === undefined ? undefined : priceUnitOf(leg.priceUnit)?.currency;
  const said = typeof currency === 'string' ? moneyNamed(currency)?.currency : undefined;
  return {
    ...trade,
    commodity: leg.commodity,
    market: leg.market,
    'delivery-start': leg.deliveryStart,
    'delivery-end': leg.deliveryEnd,
    'load-profile': leg.loadProfile,
    action: leg.action,
    price: leg.price,
    'price-unit': leg.priceUnit,
    quantity: leg.quantity,
    'quantity-unit': leg.quantityUnit,
    ...((own === undefined || said === undefined || own === said) && { currency }),
  };
}

/** A row for each leg, in the columns of Table 1. */
export const ACER_LEG_COLUMNS: readonly Column<ReportedLeg>[] = [
  ...TABLE_1,
  { name: 'leg', kind: 'decimal', counts: true, value: ({ leg = 1 }) => String(leg) },
  { name: 'legs', kind: 'decimal', counts: true, value: ({ legs = 1 }) => String(legs) },
  stated(fields.REQUEST_ID),
  PROVISIONAL,
  NOT_LISTED,
  GUARANTEE_OF_ORIGIN,
  CANCELLED,
];
