import { factsOf } from '../actions/kinds';
import { amountText, moneyText } from '../limits/amount-text';
import type { ApprovalLevels } from '../limits/limits';

/** "what is above 15 MW or more than 5 % from the market, and always New request, within 10 minutes": what another person approves; "nothing" where nobody has to. */
export function fourEyesInWords(levels: ApprovalLevels | undefined): string {
  const { quantity = {}, money = {}, distance = {}, kinds = [] } = levels?.above ?? {};
  const { percent, spread } = distance;
  const above = [
    ...Object.entries(quantity).map(([unit, amount]) => `above ${amountText(amount)} ${unit}`),
    ...Object.entries(money).map(([currency, amount]) => `above ${moneyText(amount)} ${currency}`),
    ...(percent === undefined ? [] : [`more than ${amountText(percent)} % from the market`]),
    ...(spread === undefined ? [] : [`as a spread more than ${amountText(spread)} from the market`]),
  ];
  const always = new Set(kinds.map((kind) => factsOf({ kind }).label));
  const what = [
    ...(above.length > 0 ? [`what is ${above.join(' or ')}`] : []),
    ...(always.size > 0 ? [`always ${[...always].join(', ')}`] : []),
  ];
  if (!levels || what.length === 0) return 'nothing';
  const { minutes } = levels;
  return `${what.join(', and ')}, within ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
}
