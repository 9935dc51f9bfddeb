import type { BodyOf } from '../action';
import { SET, type ActionFacts } from './facts';

export const switchRisk: ActionFacts<BodyOf<'switch-risk'>> = {
  label: 'Risk switch',
  noun: 'switch of risk management',
  outcome: SET,
  done: ({ body: { commodity, on } }) =>
    `The platform accepted it: risk management of ${commodity} switched ${on ? 'on' : 'off'}.`,
  sent: ({ commodity, on }) => [
    ['Commodity', commodity],
    ['Protection', on ? 'on' : 'off'],
  ],
};
