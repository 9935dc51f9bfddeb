import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { keptJournal } from '../chaos/actions/kept-journal';
import { DEFAULT_PROFILE } from '../src/contract/service/profile';
import { sentence, type Outcome } from '../src/domain/failure';
import { storedEvents } from '../src/gateway/storage/events';
import { CREDENTIALS } from '../src/simulator/http/access';
import type { World } from '../src/simulator/world/world';
import { ownQuotesIn } from './premises';
import type { Immutable, Seen, StoredEvent } from './seen';
import type { Week } from './week';

const WRITES = [
  'send-quote',
  'withdraw-quote',
  'execute-trade',
  'add-proposal',
  'add-standard-spread-proposal',
  'delete-proposals',
  'send-counteroffer',
  'create-request',
  'toggle-risk',
  'write-risk-settings',
];
const Stats = z.object({ byOperation: z.record(z.string(), z.number()) });
const Records = z.array(z.array(z.string()));
/** A number with its sign is no formula. */
const FORMULA = /^(?:[=+@\t\r]|-(?![\d.,]))/;
/** So long after its end a request may still get its last prices. */
const SETTLES_MS = 60_000;

/** Gathers what is known when the week is over, and ends the gateway for it. */
export async function evidenceOf(week: Week): Promise<Seen> {
  const { premises, trader, trouble, cells } = week;
  const fileFields = await filesOf(week);
  week.closeBooks();
  await premises.endGateway();
  const journal = await keptJournal(premises.dataFolder);
  const { byOperation } = Stats.parse(await premises.control('stats'));
  const { world, traffic, post } = premises;
  return {
    presses: [...trader.presses, ...week.colleagues.approvals],
    halts: week.colleagues.halts,
    programs: week.programs?.programs ?? [],
    live: week.programs?.live ?? [],
    ...journal,
    writes: WRITES.reduce((sum, name) => sum + (byOperation[name] ?? 0), 0),
    executions: [...world.executions.values()].reduce((sum, count) => sum + count, 0),
    ownQuoteIds: ownQuotesIn(world).flatMap(({ id }) => (premises.earlierQuoteIds.has(id) ? [] : [id])),
    calls: traffic.calls.map((call) => premises.platform.own(call)),
    strangers: trouble.strangers,
    immutable: immutableIn(world),
    spoiled: trouble.spoiled,
    letters: post.letters,
    events: await eventsIn(premises.dataFolder),
    cells,
    fileFields,
    logged: premises.logged,
    errors: premises.errors,
    secrets: [CREDENTIALS.apiKey, CREDENTIALS.clientSecret, ...premises.secrets, ...traffic.tokens],
    endMs: premises.clock.monotonicMs(),
  };
}

function immutableIn(world: World): Immutable[] {
  const { trade, request } = DEFAULT_PROFILE.paths;
  return [
    ...[...world.trades.values()].map(({ id, tradedAt }) => ({
      path: trade.replace('{trade-id}', id),
      since: tradedAt,
    })),
    ...[...world.requests.values()].flatMap(({ id, concludedAt }) =>
      concludedAt === undefined
        ? []
        : [{ path: request.replace('{request-id}', id), since: concludedAt + SETTLES_MS }],
    ),
  ];
}

async function eventsIn(dataFolder: string): Promise<StoredEvent[]> {
  const stored = need(await storedEvents({ dataFolder, environment: 'simulator' }));
  return stored.map(({ body, event }) => ({ ...event, body }));
}

/** The files that people open in a spreadsheet, field by field. */
async function filesOf(week: Week): Promise<Seen['fileFields']> {
  const { client } = week.openBook('trader');
  const { premises } = week;
  await premises.pass(5_000);
  const style = { format: 'csv', preset: 'full' } as const;
  const files = [
    need(await premises.passing(client.captures.file(week.wanted(), style))),
    need(await premises.passing(client.exportJournal('csv'))),
  ];
  const options = { bom: true, relaxColumnCount: true, delimiter: [',', ';'] };
  const tables = await Promise.all(
    files.map(async ({ content }) => Records.parse(parse(await content.text(), options))),
  );
  const fields = tables.flat(2);
  return { looked: fields.length, wrong: fields.filter((field) => FORMULA.test(field)) };
}

function need<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(sentence(outcome.failure));
}
