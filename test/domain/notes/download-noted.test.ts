import { expect, it } from 'vitest';
import { downloadNoted } from '../../../src/domain/notes/desk-notes';

it('says of a download which days it was of, and of what alone', () => {
  const days = { from: '2026-11-20', to: '2026-11-27' };
  expect(downloadNoted(undefined, days).shown).toMatch(
    /started a trade download: 2026-11-20 to 2026-11-27\.?$/,
  );
  const filtered = { ...days, venues: ['tender'], commodities: ['gas', 'power'] };
  expect(downloadNoted(undefined, filtered, true).shown).toMatch(
    /that fetches all again: 2026-11-20 to 2026-11-27 · tender · gas, power\.?$/,
  );
});
