import { describe, expect, it } from 'vitest';
import { deskBounds } from '../../../src/domain/program/bounds';
import { asked, testPrograms, wantedRow } from '../twins/programs';
import { FakePlatform, singleQuote } from '../twins/fake-platform';

const offerOf = (quantity: string) => ({
  offer: { price: { shape: 'single', price: '31' }, quantity, allOrNone: true },
});

describe('a preview goes by the rules of the sending', () => {
  it('holds a part of a request for all or none, as the sending does', async () => {
    const platform = new FakePlatform(() => 0);
    platform.addRequest({ ...asked('RQ-2'), 'all-or-none': true }, []);
    const part = [wantedRow('31', offerOf('4'))];
    const programs = testPrograms({ platform });
    expect((await programs.preview(part)).rows).toMatchObject([
      { would: 'held', says: 'Request RQ-2 is all or none.' },
    ]);
    await programs.start(part);
    expect(programs.row()).toMatchObject({ state: 'held', says: 'Request RQ-2 is all or none.' });
    expect(programs.sent()).toEqual([]);
    expect((await programs.preview([wantedRow('31', offerOf('10'))])).rows).toMatchObject([
      { would: 'send' },
    ]);
  });

  it('holds a quote on a request that the desk may not quote, as the sending does', async () => {
    const platform = new FakePlatform(() => 0);
    platform.addRequest({ ...asked('RQ-2'), role: 'initiator' }, []);
    const { rows } = await testPrograms({ platform }).preview([wantedRow('31')]);
    expect(rows).toMatchObject([{ would: 'held', says: 'Request RQ-2 is your own.' }]);
  });

  it('holds what another person would have to approve', async () => {
    const fourEyes = () => ({ above: { kinds: ['send-quote' as const] }, minutes: 10 });
    const { rows } = await testPrograms({ fourEyes }).preview([wantedRow('31')]);
    expect(rows).toMatchObject([
      { would: 'held', says: expect.stringContaining('waits for none') as string },
    ]);
  });

  it('holds prices against the market that it has just read, also where nothing was known of it', async () => {
    const platform = new FakePlatform(() => 0);
    const others = { ...singleQuote('RQ-2', 'Q-9'), 'price-direction': 'ask', counterparty: 'North' };
    platform.addRequest(asked('RQ-2'), [others]);
    const market = '30.1';
    const preview = await testPrograms({ platform }).preview([wantedRow('30.4')]);
    expect(preview.rows).toMatchObject([{ deviation: { market, amount: '0.3', percent: '1' } }]);
    expect(preview.worst).toEqual({ percent: '1' });
  });

  it('keeps to the bound of the best quote by what it has just read', async () => {
    const platform = new FakePlatform(() => 0);
    const others = { ...singleQuote('RQ-2', 'Q-9'), 'price-direction': 'ask', counterparty: 'North' };
    platform.addRequest(asked('RQ-2'), [others]);
    const { rows } = await testPrograms({ platform, knowsQuotes: false }).preview([wantedRow('35')]);
    expect(rows).toMatchObject([
      { would: 'held', says: 'Too far from the best quote of the others, 30.10.' },
    ]);
  });

  it('tells its bounds, and what an hour costs in calls: at the movement told, and at most', async () => {
    const programs = testPrograms();
    const bounds = { changesPerMinute: 3 };
    const told = await programs.preview([wantedRow('31')], { bounds, changesPerHour: 10 });
    // Each change: three calls to send and one to withdraw; request and quotes are read twelve times an hour.
    expect(told).toMatchObject({ callsPerHour: 64, callsPerHourMax: 744, bounds: { changesPerMinute: 3 } });
    expect(told.bounds).toEqual({ ...deskBounds().bounds, ...bounds });
    expect(await programs.preview([wantedRow('31')])).not.toHaveProperty('callsPerHour');
  });
});
