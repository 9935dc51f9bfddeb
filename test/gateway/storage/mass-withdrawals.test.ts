import { describe, expect, it } from 'vitest';
import { ActionId } from '../../../src/domain/identifiers';
import { sqliteMassWithdrawals } from '../../../src/gateway/storage/mass-withdrawals';
import { MemoryMassWithdrawals } from '../twins/memory-stores';
import { postgresDeskState } from '../../../src/gateway/storage/postgres/desk-state';
import { implementations } from './implementations';

const pressed = (number: number) => ({
  number,
  at: number,
  id: ActionId.parse(`00000000-0000-4000-8000-00000000000${number}`),
});

describe.each(
  implementations(
    () => new MemoryMassWithdrawals(),
    sqliteMassWithdrawals,
    ({ lead }) => postgresDeskState(lead, 'simulator').massWithdrawals,
  ),
)('the mass withdrawals in %s', (_, open) => {
  it('are none before one is pressed', async () => {
    expect(await open().newest()).toBeUndefined();
  });

  it('are the one with the highest number, in whichever order they were written', async () => {
    const store = open();
    await store.append(pressed(2));
    await store.append(pressed(1));
    expect(await store.newest()).toEqual(pressed(2));
  });

  it('of one number are the one that was written last', async () => {
    const store = open();
    await Promise.all([store.append(pressed(1)), store.append({ ...pressed(1), at: 7.5, proposals: true })]);
    expect(await store.newest()).toEqual({ ...pressed(1), at: 7, proposals: true });
  });

  it('say who pressed, where that is known', async () => {
    const store = open();
    const by = { name: 'Anna Ott', session: '0a1b2c3d' };
    await store.append({ ...pressed(1), by });
    expect(await store.newest()).toStrictEqual({ ...pressed(1), by });
  });

  it('say of proposals only that they are taken as well', async () => {
    const store = open();
    await store.append({ ...pressed(1), proposals: false });
    expect(await store.newest()).toStrictEqual(pressed(1));
  });
});
