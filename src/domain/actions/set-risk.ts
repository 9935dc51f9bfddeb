import type { BodyOf } from '../action';
import type { ActionFacts, SentLine } from './facts';

export const setRisk: ActionFacts<BodyOf<'set-risk'>> = {
  label: 'Risk settings',
  noun: 'change of risk settings',
  done: ({ body }) => `The platform accepted the risk settings of ${body.commodity}.`,
  sent: ({ commodity, settings }) => [
    ['Commodity', commodity],
    ...Object.entries(settings).map(([name, value]): SentLine => [name, String(value)]),
  ],
};
