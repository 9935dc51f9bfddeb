import { expect, it } from 'vitest';
import { FourEyes } from '../../../src/domain/policy/four-eyes';
import { fourEyesInWords } from '../../../src/domain/policy/policy-words';

const words = (above: object, minutes = 10): string => fourEyesInWords(FourEyes.parse({ above, minutes }));

it('says every level of what another person approves, and within which time', () => {
  const all = {
    quantity: { MW: 15, MWh: 100000 },
    money: { EUR: 5000000 },
    distance: { percent: 5, spread: 2 },
    kinds: ['create-request', 'accept-quote', 'accept-proposal'],
  };
  expect(words(all)).toBe(
    'what is above 15 MW or above 100,000 MWh or above 5,000,000 EUR or more than 5 % from the market or as a spread more than 2 from the market, and always New request, Acceptance, within 10 minutes',
  );
  expect(words({ kinds: ['set-risk'] }, 1)).toBe('always Risk settings, within a minute');
});

it('is nothing where nobody has to approve anything', () => {
  expect(words({})).toBe('nothing');
  expect(fourEyesInWords(undefined)).toBe('nothing');
});
