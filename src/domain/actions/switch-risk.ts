import type { BodyOf } from '../action';
import type { ActionFacts } from './facts';

export const switchRisk: ActionFacts<BodyOf<'switch-risk'>> = {
  label: 'Risk switch',
  noun: 'switch of risk management',
  done: ({ body: { commodity, on } }) =>
    `The platform accepted it: risk management of ${commodity} switched ${on ? 'on' : 'off'}.`,
  sent: ({ commodity, on }) => [
    ['Commodity', commodity],
    ['Protection', on ? 'on' : 'off'],
  ],
};
