import { it } from 'vitest';
import { expectShareOfDay } from '../gateway/twins/events';

it('ten thousand events on two hundred watched requests spend a share of the day, and say so once', () =>
  expectShareOfDay({ requests: 200, events: 10_000 }));
