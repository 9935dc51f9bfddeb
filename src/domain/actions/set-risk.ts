import type { BodyOf } from '../action';
import { SET, type ActionFacts, type SentLine } from './facts';

export const setRisk: ActionFacts<BodyOf<'set-risk'>> = {
  label: 'Risk settings',
  noun: 'change of risk settings',
  outcome: SET,
  done: ({ body }) => `The platform accepted the risk settings of ${body.commodity}.`,
  sent: ({ commodity, settings }) => [
    ['Commodity', commodity],
    ...Object.entries(settings).map(([name, value]): SentLine => [name, String(value)]),
  ],
};
