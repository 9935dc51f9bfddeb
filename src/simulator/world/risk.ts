import { COMMODITIES } from './leg';

type RiskValue = number | string | boolean;

export interface CommodityRisk {
  readonly commodity: string;
  readonly enabled: boolean;
  readonly settings: Readonly<Record<string, RiskValue>>;
}

/** Risk management as the operator set it up: on everywhere, with settings of every kind of value. */
export const openingRisks = (): [string, CommodityRisk][] =>
  COMMODITIES.map((commodity) => [commodity, { commodity, enabled: true, settings: settingsOf(commodity) }]);

const settingsOf = (commodity: string): Readonly<Record<string, RiskValue>> => ({
  'quantity-max': commodity === 'goo' ? 100000 : 50,
  'price-deviation-percent-max': commodity === 'goo' ? 25 : 7.5,
  'price-min': commodity === 'power' ? -500 : 0,
  'block-negative-prices': false,
  'notify-when': 'limit-reached',
});

export const wireRisk = ({ commodity, enabled }: CommodityRisk): Record<string, unknown> => ({
  commodity,
  'risk-management': enabled,
});
