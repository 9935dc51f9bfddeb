import type { ActionBody } from '../../domain/action';
import type { Lane } from '../../domain/lane';
import type { Period } from '../service/service';
import { dayPeriod } from '../zone-time';

const LANES: Record<ActionBody['kind'], Lane> = {
  'withdraw-quote': 'withdraw',
  'delete-proposals': 'withdraw',
  'accept-quote': 'accept',
  'accept-proposal': 'accept',
  'send-quote': 'submit',
  'send-proposal': 'submit',
  'send-counteroffer': 'submit',
  'create-request': 'submit',
  'switch-risk': 'submit',
  'set-risk': 'submit',
};

/** The lane of what must be read before an action is sent: that of the action itself. */
export const laneOf = ({ kind }: Pick<ActionBody, 'kind'>): { lane: Lane } => ({ lane: LANES[kind] });

const CLOCKS_APART_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** From the start of the day of `from` on, with room for a service whose clock is not ours. */
export const tradesSince = (from: number, now: number, zone: string): Period => ({
  from: dayPeriod(from, zone).from - CLOCKS_APART_MS,
  to: now + DAY_MS,
});
