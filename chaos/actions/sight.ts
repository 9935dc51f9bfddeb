import { habitOf } from '../habits/habit';
import { isRefusedForGood } from './cuts';
import type { Deeds } from './deeds';
import type { Sight } from './judgement';
import type { Plan } from './plan';

/** What the service of a run shows in the end of what was done in it. `writes`: how many reached it. */
export function sightOf(plan: Plan, deeds: Deeds, writes: number): Sight {
  const { kind, blow, habits, meanwhile, rival, inPart, afterwards, blindness, cut } = plan;
  const isHidden = habitOf(habits, 'ended quotes not listed') !== undefined;
  const isInOtherWords = habitOf(habits, 'other words') !== undefined;
  const isDisturbed = meanwhile !== 'nothing' || rival || afterwards === 'anew';
  const isKilled = blow.kill !== undefined || blow.killWhenAnswered === true;
  const protects = kind === 'withdraw-quote' || kind === 'delete-proposals' || kind === 'risk on';
  return {
    isReadable: isReadable(),
    isAlone: !isDisturbed && !inPart,
    neverArrived: habitOf(habits, 'drops connections') !== undefined && writes === 0 && !isKilled,
    mustBeOver: protects && meanwhile === 'nothing' && !isRefusedForGood(cut),
    mustBeSent: !isDisturbed && blindness.length === 0 && afterwards === 'nothing',
  };

  function isReadable(): boolean {
    switch (kind) {
      case 'send-quote':
        return !isHidden || deeds.made.every(({ state }) => state === 'active');
      case 'withdraw-quote':
        return !isHidden && !isInOtherWords;
      // That nothing is there is all that could be read.
      case 'delete-proposals':
        return false;
      // Only open requests are listed.
      case 'create-request':
        return meanwhile === 'nothing';
      default:
        return true;
    }
  }
}
