import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { giveMarkets } from '../../src/domain/delivery/given-markets';
import { marketNamed } from '../../src/domain/delivery/markets';
import { NOTED } from '../../src/domain/desk-entry';
import { ActionState } from '../../src/domain/action';
import { EVENT_TYPES } from '../../src/domain/event';
import { session } from '../../src/client/session';
import { installOffice } from './excel-page';

// The way to the gateway would be opened in earnest.
vi.mock(import('../../src/client/session'), async (original) => ({
  ...(await original()),
  session: vi.fn(),
}));

// Workbooks hold these ids and this order of arguments: both may only grow at their ends.
const FROZEN: Readonly<Record<string, string>> = {
  TRADES: '[from] [to] [commodity] [venue] [columns]',
  TRADE: 'id [field]',
  RFQS: '[state] [commodity] [contract] [from] [to] [columns]',
  RFQ: 'id [field]',
  LEGS: 'id',
  QUOTES: 'id [direction] [columns]',
  BEST: 'id direction [field] [ifNone]',
  PROPOSALS: 'id [columns]',
  COUNTEROFFERS: 'id [columns]',
  LASTSEEN: 'id [leg] [ifNone]',
  ANALYTICS: 'id [field]',
  SPREADPRICE: 'requestOrLeg1 [directionOrLeg2] [action1] [action2] [ifNone]',
  LEGPRICE: 'spreadPrice knownPrice knownLeg [action1] [action2]',
  SPREADMIGRATE: 'oldPrice action1 action2',
  SWAPCHECK: 'certificatePrice buyPowerPrice sellPowerPrice',
  PRODUCT: 'product [end] [part] [asOf]',
  HOURS: 'product [load] [market] [unit]',
  ENERGY: 'quantity unit product [load] [market]',
  NOTIONAL: 'price quantity unit product [load] [market] [priceUnit]',
  CONVERT: 'value from to [fx]',
  CURVE: 'quotes [by] [load] [market]',
  STRIP: 'product quotes [load] [market] [field]',
  CHECKQUOTE: 'id direction price [quantity] [fair] [costs] [field]',
  PERIODS: 'product [by] [load] [market] [unit]',
  PROFILE: 'values [period] [minutes] [format] [market]',
  PROFILEPRICE: 'values period prices [peakPrices] [minutes] [format] [market]',
  ALLIN: 'price costs [action] [quantity] [unit] [product] [load] [market] [priceUnit]',
  SPARK: 'power fuel carbon efficiency emission [fx]',
  RISK: '[commodity] [field]',
  RECIPIENTS: 'commodity [market]',
  LOADSHAPE: 'id',
  JOURNAL: '[count] [state] [columns]',
  PROGRAM: '[name] [field]',
  QUOTA: '[field]',
  STATUS: '[field]',
  EVENTS: '[count] [type]',
  MYQUOTE: 'id [field]',
  DEPTH: 'id [direction]',
  AGE: 'id [field]',
  HISTORY: 'id field [from] [to] [every]',
  POSITION: '[from] [to] [by] [commodity] [market] [load] [columns]',
  WINS: '[from] [to] [by]',
  PNL: 'curve [from] [to] [by] [commodity] [market] [load] [columns]',
};
/** Arguments that are one value; every other takes a range as well. */
const SCALARS: Readonly<Record<string, readonly string[]>> = {
  TRADES: ['from', 'to', 'commodity', 'venue'],
  RFQS: ['state', 'commodity', 'contract', 'from', 'to'],
  QUOTES: ['direction'],
  BEST: ['ifNone'],
  LASTSEEN: ['leg', 'ifNone'],
  SPREADPRICE: ['ifNone'],
  DEPTH: ['direction'],
  HISTORY: ['field', 'from', 'to', 'every'],
  POSITION: ['from', 'to', 'by', 'commodity', 'market', 'load'],
  WINS: ['from', 'to', 'by'],
  PNL: ['from', 'to', 'by', 'commodity', 'market', 'load'],
  PRODUCT: ['asOf'],
  RECIPIENTS: ['commodity', 'market'],
  JOURNAL: ['count', 'state'],
  EVENTS: ['count', 'type'],
};
/** Arguments that Excel suggests words for. */
const SUGGESTED: Readonly<Record<string, string>> = {
  'TRADES venue': 'VENUE: tender market green',
  'RFQS state': 'REQUESTSTATE: open closed traded',
  'QUOTES direction': 'DIRECTION: bid ask',
  'BEST direction': 'DIRECTION: bid ask',
  'DEPTH direction': 'DIRECTION: bid ask',
  'CHECKQUOTE direction': 'DIRECTION: bid ask',
  'SPREADPRICE action1': 'ACTION: buy sell',
  'SPREADPRICE action2': 'ACTION: buy sell',
  'LEGPRICE action1': 'ACTION: buy sell',
  'LEGPRICE action2': 'ACTION: buy sell',
  'SPREADMIGRATE action1': 'ACTION: buy sell',
  'SPREADMIGRATE action2': 'ACTION: buy sell',
  'ALLIN action': 'SIDE: buy sell',
  'POSITION by': 'PERIOD: month quarter year day',
  'WINS by': 'GROUP: month commodity market product counterparty',
  'PNL by': 'PERIOD: month quarter year day',
  'JOURNAL state':
    'ACTIONSTATE: waiting staged sending acknowledged done rejected unknown cancelled not-sent already-over traded noted',
  'EVENTS type': `EVENTTYPE: ${EVENT_TYPES.join(' ')}`,
};
/** They have to find out which cells are empty. */
const WITH_PRICES = [
  ...['SPREADPRICE', 'LEGPRICE', 'SPREADMIGRATE', 'SWAPCHECK'],
  ...['ENERGY', 'NOTIONAL', 'CONVERT', 'CURVE', 'STRIP'],
  ...['PROFILE', 'PROFILEPRICE', 'ALLIN', 'SPARK', 'CHECKQUOTE', 'PNL'],
];
/** What Excel's function wizard shows in full. */
const DESCRIPTION_MAX = 255;

const Metadata = z.object({
  functions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      options: z.record(z.string(), z.unknown()),
      result: z.object({ dimensionality: z.string(), type: z.optional(z.string()) }),
      parameters: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          optional: z.optional(z.boolean()),
          dimensionality: z.optional(z.string()),
          type: z.string(),
          customEnumId: z.optional(z.string()),
        }),
      ),
    }),
  ),
  enums: z.array(
    z.object({
      id: z.string(),
      type: z.literal('string'),
      values: z.array(z.object({ name: z.string(), stringValue: z.string(), tooltip: z.string() })),
    }),
  ),
});

const FOLDER = join(import.meta.dirname, '../../src/functions/declarations');
const generated = await generateCustomFunctionsMetadata(
  readdirSync(FOLDER).map((file) => join(FOLDER, file)),
);
const { functions, enums } = Metadata.parse(JSON.parse(generated.metadataJson));

describe('functions.json', () => {
  it('is made without an error', () => {
    expect(generated.errors).toEqual([]);
  });

  it('has the frozen ids with their frozen arguments, each once', () => {
    const found = functions.map(({ id, parameters }) => [
      id,
      parameters.map(({ name, optional }) => (optional ? `[${name}]` : name)).join(' '),
    ]);
    expect(Object.fromEntries(found)).toEqual(FROZEN);
    expect(found).toHaveLength(Object.keys(FROZEN).length);
  });

  it.each(functions)('$id streams, spills whatever it gives and knows its cell', (declared) => {
    const { id, name, options, result } = declared;
    expect(name).toBe(id);
    const addresses = WITH_PRICES.includes(id) && { requiresStreamParameterAddresses: true };
    // The name that Excel gives to an address for a stream; the tag is the same for every function.
    expect(options).toEqual({ stream: true, requiresStreamAddress: true, ...addresses });
    expect(result).toEqual({ dimensionality: 'matrix' });
  });

  it.each(functions)('$id tells a trader what it gives, with an example', ({ id, description }) => {
    expect(description).toContain(`=DESK.${id}(`);
    expect(description.length).toBeLessThanOrEqual(DESCRIPTION_MAX);
    expect(description).not.toMatch(/\n|@|\*/);
  });

  it.each(functions)('$id says of each argument what may be typed', ({ parameters }) => {
    for (const { description, optional } of parameters) {
      expect(description.length).toBeGreaterThan(10);
      expect(description.length).toBeLessThanOrEqual(DESCRIPTION_MAX);
      if (optional) expect(description).toMatch(/Left out|For a request|which need it/);
    }
  });

  it('has the words that Excel suggests, each with a sentence, under names that no other list has', () => {
    const lists = new Map(
      enums.map(({ id, values }) => [id, values.map(({ stringValue }) => stringValue).join(' ')]),
    );
    const found = functions.flatMap(({ id, parameters }) =>
      parameters.flatMap(({ name, customEnumId, type }) =>
        customEnumId === undefined
          ? []
          : [[`${id} ${name}`, `${customEnumId}: ${lists.get(customEnumId)}`, type]],
      ),
    );
    expect(Object.fromEntries(found)).toEqual(SUGGESTED);
    expect(found.map(([, , type]) => type)).toEqual(found.map(() => 'string'));
    expect(lists.size).toBe(enums.length);
    for (const { name, stringValue, tooltip } of enums.flatMap(({ values }) => values)) {
      // The generator takes no name with a hyphen; what a formula gets is the value.
      expect(name.replaceAll('_', '-')).toBe(stringValue);
      expect(tooltip).toMatch(/^[A-Z].*\.$/);
    }
    expect(lists.get('ACTIONSTATE')).toBe(
      [...ActionState.options, 'not-sent', 'already-over', 'traded', NOTED].join(' '),
    );
  });

  it.each(functions)('$id takes ranges where it names ids, fields, columns and prices', (declared) => {
    const scalars = SCALARS[declared.id] ?? [];
    for (const { name, dimensionality, type } of declared.parameters) {
      expect(dimensionality).toBe(scalars.includes(name) ? undefined : 'matrix');
      if (dimensionality) expect(type).toBe(/^(action|direction$)/.test(name) ? 'string' : 'any');
    }
  });
});

it('every id is associated with its function as soon as the page is loaded, and the way to the gateway is opened', async () => {
  const uninstall = installOffice();
  Reflect.set(globalThis, 'document', {
    querySelector: (selector: string) =>
      selector === 'meta[name="desk-markets"]'
        ? { getAttribute: () => 'v1;gas|KRK|Europe/Zagreb|8|20|6' }
        : null,
  });
  await import('../../src/functions/main');
  expect(session).toHaveBeenCalledOnce();
  Reflect.deleteProperty(globalThis, 'document');
  expect(marketNamed('KRK')?.market.zone).toBe('Europe/Zagreb');
  giveMarkets('');
  const { associated } = Reflect.get(globalThis, 'CustomFunctions') as unknown as {
    associated: Map<string, unknown>;
  };
  uninstall();
  expect([...associated.keys()].sort()).toEqual(Object.keys(FROZEN).sort());
  const names = generated.associate.map(({ id, functionName }) => [id, functionName]);
  expect([...associated].map(([id, fn]) => [id, (fn as { name: string }).name])).toEqual(
    expect.arrayContaining(names),
  );
});
