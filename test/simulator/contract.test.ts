import { expect, it } from 'vitest';
import { readAnalytics } from '../../src/contract/service/read-records';
import { readErrors } from '../../src/contract/service/api-error';
import { readQuote } from '../../src/contract/service/read-offers';
import { readRequest } from '../../src/contract/service/read-request';
import { readTrade, readTradeReference } from '../../src/contract/service/read-trade';
import { tender, withDesk, type Fields } from './desk-client';

const HOUR = 3_600_000;

it(
  'writes every record so that the product can read it, after an hour of trading too',
  withDesk(
    async (desk) => {
      await desk.clock.advance(HOUR);
      const truth = await desk.truth();
      const records = (name: string): Fields[] => truth[name] as Fields[];
      const failures = [
        ...records('requests').map(readRequest),
        ...records('quotes').map(readQuote),
        ...records('trades').map(readTrade),
        ...(await desk.get('/v2/trades')).items.map(readTradeReference),
      ].flatMap((outcome) => (outcome.ok ? [] : [outcome.failure.message]));
      expect(failures).toEqual([]);
      expect(records('quotes').length).toBeGreaterThan(100);
    },
    { speed: 1 },
  ),
);

it(
  'writes analytics and errors so that the product can read them',
  withDesk(async (desk) => {
    for (const request of (await desk.get('/v2.3/tender/requests')).items) {
      const reply = await desk.get(`${tender(String(request['request-id']))}/analytics`);
      expect(readAnalytics(reply.body).ok).toBe(true);
    }
    const refused = await desk.post('/v2.3/tender/requests', { legs: [] });
    expect(readErrors(refused.text)).toEqual(refused.errors);
  }),
);
