// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { failed, success } from '../../../src/domain/failure';
import { BUILT_IN_BOUNDS } from '../../../src/domain/program/bounds';
import type { Program } from '../../../src/domain/program/program';
import { ProgramId } from '../../../src/domain/program-mark';
import type { Content } from '../../../src/taskpane/excel/reading';
import { CALM_MS } from '../../../src/taskpane/shell/status-strips';
import { NOON, QUOTA, request, STATUS } from '../examples';
import { MemorySheet } from '../memory-sheet';
import { openPane, violations } from '../open-pane';

const HEADINGS = ['request-id', 'direction', 'price', 'quantity', 'step'];
const row = (count: number, price: Content = 84.15): Content[] => [`RQ-${count}`, 'ask', price, 10, 0.05];

async function opened(rows: Content[][] = [row(1), row(2)], { allowed = true } = {}) {
  const sheet = new MemorySheet();
  sheet.put('Sheet1!A1', [HEADINGS, ...rows]);
  const requests = [1, 2, 3].map((count) => request({ id: `RQ-${count}` }));
  const pane = openPane({ requests, office: { kind: 'excel', sheet } });
  if (allowed) pane.say({ kind: 'status' }, { ...STATUS, programs: true });
  pane.say({ kind: 'programs' }, []);
  pane.arm();
  return { ...pane, sheet };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const asked = <W extends 'preview' | 'start' | 'stop' | 'release'>({ client }: Opened, what: W) => {
  const one = client.programsAsked.findLast((ask) => ask.what === what);
  if (!one) throw new Error(`Nobody asked for ${what}.`);
  return one as Extract<(typeof client.programsAsked)[number], { what: W }>;
};
const whats = ({ client }: Opened) => client.programsAsked.map(({ what }) => what);

type Preview = Parameters<
  Extract<Opened['client']['programsAsked'][number], { what: 'preview' }>['answer']
>[0];
type Would = Partial<Extract<Preview, { ok: true }>['value']['rows'][number]>;

/** `would`: what the gateway says of a row beyond that it goes, by its request. */
async function previewed(rows?: Content[][], would: Record<string, Would> = {}): Promise<Opened> {
  const pane = await opened(rows);
  pane.press('Programs');
  pane.press('New program from the selection');
  await pane.advance(0);
  pane.press(/^Check \d+ rows? and start/);
  await pane.advance(0);
  const { asked: what, answer } = asked(pane, 'preview');
  await act(async () =>
    answer(
      success({
        rows: what.rows.map(({ row: at, requestId, direction, offer }) => ({
          row: at,
          requestId,
          direction,
          would: offer ? ('send' as const) : ('nothing' as const),
          findings: [],
          ...(offer && {
            comes: {
              calls: 2,
              volumes: [{ unit: 'MW', amount: '10' }],
              notionals: [{ unit: 'EUR', amount: '3685770.5' }],
            },
          }),
          ...would[requestId],
        })),
        worst: { percent: '1.2' },
        callsNow: 4,
        callsPerHourMax: 4_800,
        callsLeft: 900,
        bounds: BUILT_IN_BOUNDS.bounds,
        volumes: [{ unit: 'MW', amount: '20' }],
        notionals: [{ unit: 'EUR', amount: '7371541' }],
      }),
    ),
  );
  return pane;
}

const program = (pane: Opened, over: Partial<Program> = {}): Program => {
  const { asked: what } = asked(pane, 'start');
  return {
    id: what.id,
    name: what.name,
    kind: what.kind,
    bounds: BUILT_IN_BOUNDS.bounds,
    startedAt: NOON,
    state: 'running',
    heardAt: pane.clock.now(),
    number: 0,
    changesLastMinute: 1,
    calls: 6,
    callsLeft: 890,
    live: { quotes: 2, volumes: [{ unit: 'MW', amount: '20' }], notionals: [] },
    fills: { count: 0, volumes: [] },
    rows: what.rows.map(({ row: at, requestId, direction, offer }) => ({
      row: at,
      requestId,
      direction,
      ...(offer && { wanted: offer, live: { offer, since: NOON } }),
      state: offer ? ('in-step' as const) : ('nothing' as const),
      changes: 1,
      calls: 3,
      fills: 0,
    })),
    ...over,
  };
};

async function started(rows?: Content[][], would: Record<string, Would> = {}): Promise<Opened> {
  const pane = await previewed(rows, would);
  pane.press(/^Start: /);
  await pane.advance(0);
  const running = program(pane);
  await act(async () => asked(pane, 'start').answer(success(running)));
  pane.say({ kind: 'programs' }, [running]);
  await pane.advance(0);
  return pane;
}
const last = ({ client }: Opened) => client.wanted.at(-1);

describe('the room Programs', () => {
  it('has no door where the gateway allows none', async () => {
    await opened([row(1)], { allowed: false });
    expect(screen.queryByRole('button', { name: 'Programs' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bulk' })).not.toBeNull();
  });

  it('changes nothing of what else is in sight while it is rendered', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const pane = await opened();
    pane.press('Programs');
    expect(screen.getByRole('region', { name: 'Programs' })).toBeTruthy();
    expect(complaints.mock.calls.map(([text]) => String(text))).toEqual([]);
    complaints.mockRestore();
  });

  it('shows what would be sent, and sends nothing before the one press', async () => {
    const pane = await previewed([row(1), row(2, '#N/A')]);
    expect(asked(pane, 'preview').asked.rows).toMatchObject([
      { requestId: 'RQ-1', offer: { price: { price: '84.15' }, quantity: '10' }, step: '0.05' },
      { requestId: 'RQ-2', why: expect.stringContaining('#N/A') as string },
    ]);
    expect(pane.text()).toContain('Follow the sheet1 of 2 rows');
    expect(pane.text()).toContain('1.2 %');
    expect(whats(pane)).toEqual(['preview']);
    expect(pane.client.wanted).toEqual([]);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('shows a held row with why, and counts it in the summary, the press and the journal', async () => {
    const pane = await previewed([row(1), row(2), row(3)], {
      'RQ-2': { would: 'held', says: 'Request RQ-2 is all or none.' },
    });
    expect(pane.text()).toContain('held: Request RQ-2 is all or none.');
    expect(pane.text()).toContain('Follow the sheet2 of 3 rows; 1 held');
    pane.press('Start: 2 of 3 rows; 1 held');
    await pane.advance(0);
    expect(asked(pane, 'start').asked.shown).toBe('Start Sheet1 from Sheet1: 2 of 3 rows; 1 held');
  });

  it('asks for one tick for the same warning of several rows, and holds rows without theirs', async () => {
    const unknown = (about: string) => ({
      message: `No reference for ${about}.`,
      accepts: { code: 'no-reference', about },
    });
    const far = { message: 'Far off.', accepts: { code: 'best-price', upTo: '1.5' } };
    const pane = await previewed([row(1), row(2), row(3)], {
      'RQ-1': { findings: [unknown('84.15 for 10')] },
      'RQ-2': { findings: [unknown('84.15 for 10'), far] },
    });
    expect(screen.getByRole('button', { name: 'Start: 1 of 3 rows; 2 held' })).toBeDefined();
    // Its sentence is part of its tick's label.
    expect(screen.getByText('Far off.').closest('label')).not.toBeNull();
    // One row of ten megawatts follows; the gateway counts all that would go.
    expect(pane.text()).toContain('Live at once10 MW (20 MW with every warning ticked)');
    expect(pane.text()).toContain('Money3,685,770.50 EUR (7,371,541 EUR with every warning ticked)');
    const boxes = screen.getAllByRole('checkbox', { name: /^Send anyway/ });
    expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual([
      'Send anyway: I have checked rows 2, 3: No reference to check the price against',
      'Send anyway: I have checked row 3: Far from the market',
    ]);
    fireEvent.click(screen.getByRole('checkbox', { name: /^Send anyway: I have checked rows 2, 3/ }));
    expect(screen.getByRole('button', { name: 'Start: 2 of 3 rows; 1 held' })).toBeDefined();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Row 2: No reference for 84.15 for 10.' }));
    expect(screen.getByRole('button', { name: 'Start: 1 of 3 rows; 2 held' })).toBeDefined();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Row 2: No reference for 84.15 for 10.' }));
    expect(await violations(pane.container)).toEqual([]);
    pane.press(/^Start: /);
    await pane.advance(0);
    const about = { code: 'no-reference', about: '84.15 for 10' };
    expect(asked(pane, 'start').asked.accepted).toEqual([
      { requestId: 'RQ-1', direction: 'ask', accepted: [about] },
      { requestId: 'RQ-2', direction: 'ask', accepted: [about] },
    ]);
  });

  it('compares nothing with the market while no row follows, though one would', async () => {
    const far = { message: 'Far off.', accepts: { code: 'best-price', upTo: '1.5' } };
    const deviation = { percent: '1.2' } as never;
    const pane = await previewed([row(1)], { 'RQ-1': { findings: [far], deviation } });
    expect(pane.text()).toContain('Farthest from the market– (1.2 % with every warning ticked)');
    expect(pane.text()).not.toContain('no market to compare with');
  });

  it('tells before the start what an hour costs in calls, when they are spent, and the bounds that hold', async () => {
    const pane = await previewed();
    expect(pane.text()).toContain('Calls an hourat most 4,800');
    // 900 calls at 4,800 an hour: eleven minutes.
    expect(pane.text()).toContain('at about 12:15 CET at the earliest');
    // They are there again before that.
    pane.say({ kind: 'quota' }, { ...QUOTA, resetsAt: NOON + 5 * 60_000 });
    expect(pane.text()).toMatch(/They run outnot before the reset at 12:09 CET(?! at the earliest)/);
    expect(pane.text()).toContain(
      'Bounds: step 2 %, 50 MW live, 20,000,000 EUR, 20 changes a minute, stops after 5 fills',
    );
    // Once, where they can be narrowed.
    expect(pane.text().split('Bounds')).toHaveLength(2);
  });

  it('asks for narrower bounds, near zero by an amount, and takes the check back for them', async () => {
    const pane = await previewed();
    pane.press(/^▸?Bounds: /);
    fireEvent.change(screen.getByRole('textbox', { name: 'Step near zero' }), { target: { value: '0.1' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Largest step, %' }), { target: { value: '1' } });
    await pane.advance(0);
    pane.press(/^Check 2 rows/);
    await pane.advance(0);
    expect(asked(pane, 'preview').asked.bounds).toEqual({ stepMax: { percent: '1', amount: '0.1' } });
  });

  it('says that rows are being read while the gateway reads their markets', async () => {
    const pane = await opened();
    pane.press('Programs');
    pane.press('New program from the selection');
    await pane.advance(0);
    pane.press(/^Check 2 rows/);
    await pane.advance(0);
    expect(pane.text()).toContain('being read');
    expect(pane.text()).toContain('Reading each request and its market.');
  });

  it('starts only with trading on', async () => {
    const pane = await previewed();
    pane.arm();
    pane.press(/^Start: /);
    await pane.advance(0);
    expect(whats(pane)).toEqual(['preview']);
    pane.arm();
    pane.press(/^Start: /);
    await pane.advance(0);
    expect(whats(pane)).toEqual(['preview', 'start']);
  });

  it('does not start rows that are not those that were checked', async () => {
    const pane = await previewed();
    pane.sheet.put('Sheet1!D2', [[100]]);
    pane.press(/^Start: /);
    await pane.advance(0);
    expect(whats(pane)).toEqual(['preview']);
    expect(pane.text()).toContain('The rows are not those that were checked');
  });

  it('says once a second what is wanted, and a changed cell under the next number', async () => {
    const pane = await started();
    const before = pane.client.wanted.length;
    for (let second = 0; second < 5; second++) await pane.advance(1_000);
    expect(pane.client.wanted.length - before).toBe(5);
    expect(last(pane)).toMatchObject({ number: 0, armed: true });
    pane.sheet.put('Sheet1!C2', [[84.3]]);
    await pane.advance(150);
    expect(last(pane)).toMatchObject({ number: 1, rows: [{ offer: { price: { price: '84.3' } } }, {}] });
    expect(pane.text()).toContain('84.30');
    expect(await violations(pane.container)).toEqual([]);
  });

  it('wants nothing of a row whose cell has no price, and of none while the book is calculated by hand', async () => {
    const pane = await started();
    pane.sheet.put('Sheet1!C3', [['#REF!']]);
    await pane.advance(150);
    expect(last(pane)?.rows.map(({ offer }) => offer !== undefined)).toEqual([true, false]);
    pane.sheet.calculates = 'by-hand';
    await pane.advance(1_000);
    const byHand = expect.stringContaining('manual calculation') as string;
    expect(last(pane)?.rows.map(({ why }) => why)).toEqual([byHand, byHand]);
  });

  it('wants nothing once its table is gone, and finds it where it has moved to', async () => {
    const pane = await started();
    pane.sheet.put('Sheet1!A1', [['', '', '', '', ''], HEADINGS, row(1, 85), row(2)]);
    await pane.advance(150);
    expect(last(pane)?.rows[0]).toMatchObject({ row: 2, offer: { price: { price: '85' } } });
    pane.sheet.put('Sheet1!A2', [['id?']]);
    await pane.advance(150);
    expect(last(pane)?.rows.every(({ offer }) => offer === undefined)).toBe(true);
    expect(last(pane)?.rows[0]?.why).toContain('not on its sheet any more');
    const running = program(pane);
    const gone = { state: 'withdrawn' as const, says: last(pane)?.rows[0]?.why ?? '' };
    const rows = running.rows.map(({ live: _, ...one }) => ({ ...one, ...gone }));
    pane.say({ kind: 'programs' }, [{ ...running, rows }]);
    // Once, above the rows.
    expect(pane.text().split('not on its sheet any more')).toHaveLength(2);
  });

  it('is silent while the sheet cannot be read', async () => {
    const pane = await started();
    pane.sheet.refusal = { kind: 'unavailable', message: 'Excel is busy.', next: 'Finish the cell.' };
    await pane.advance(1_000);
    const before = pane.client.wanted.length;
    await pane.advance(4_000);
    expect(pane.client.wanted).toHaveLength(before);
    expect(pane.text()).toContain('The sheet cannot be read: Excel is busy.');
  });

  it('says at once that trading is off', async () => {
    const pane = await started();
    pane.arm();
    expect(last(pane)).toMatchObject({ armed: false });
  });

  it('keeps trading on while a person works in the sheet', async () => {
    const pane = await started();
    for (let minute = 0; minute < 7; minute++) {
      await pane.advance(60_000);
      pane.sheet.select('Sheet1!B2');
    }
    expect(last(pane)).toMatchObject({ armed: true });
    await pane.advance(301_000);
    expect(last(pane)).toMatchObject({ armed: false });
  });

  it('pauses a row, all rows, and lets them go on', async () => {
    const pane = await started();
    const [first] = screen.getAllByRole('button', { name: /DE Cal-27/ });
    if (!first) throw new Error('No row is shown.');
    fireEvent.click(first);
    pane.press('Pause this row');
    await pane.advance(0);
    expect(last(pane)?.rows.map(({ why }) => why)).toEqual(['Paused on the pane.', undefined]);
    pane.press('Pause');
    await pane.advance(0);
    expect(last(pane)?.rows.map(({ why }) => why)).toEqual(['Paused on the pane.', 'Paused on the pane.']);
    pane.press('Go on');
    await pane.advance(0);
    expect(last(pane)?.rows.every(({ offer }) => offer)).toBe(true);
  });

  it('lets a held row go on at the price in the button', async () => {
    const pane = await started();
    const running = program(pane);
    const [first, ...rest] = running.rows;
    if (!first) throw new Error('It has no rows.');
    const held = {
      ...first,
      state: 'held' as const,
      needsPerson: true as const,
      says: 'Moved 3.00, limit 1.70.',
    };
    pane.say({ kind: 'programs' }, [{ ...running, rows: [held, ...rest] }]);
    expect(pane.text()).toContain('is held. Moved 3.00, limit 1.70.');
    expect(pane.text().split('Moved 3.00')).toHaveLength(2);
    // Above the rows: in sight however many there are.
    const go = screen.getByRole('button', { name: /go on at 84\.15/ });
    const list = screen.getByRole('list', { name: 'Rows of the program' });
    expect(go.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    pane.press(/go on at 84\.15/);
    await pane.advance(0);
    expect(asked(pane, 'release')).toMatchObject({ asked: { requestId: 'RQ-1', shownPrice: '84.15' } });
  });

  it('keeps its rows in sight however many are held: those beyond the first two go on from their row', async () => {
    const pane = await started([row(1), row(2), row(3)]);
    const running = program(pane);
    const held = { state: 'held' as const, needsPerson: true as const, says: 'Too large a step.' };
    pane.say({ kind: 'programs' }, [{ ...running, rows: running.rows.map((one) => ({ ...one, ...held })) }]);
    expect(screen.getAllByRole('button', { name: /go on at/ })).toHaveLength(2);
    expect(pane.text()).toContain('1 more held: open a row to let it go on.');
    const third = screen.getAllByRole('button', { name: /^DE Cal-27/ })[2];
    if (!third) throw new Error('There is no third row.');
    fireEvent.click(third);
    const all = screen.getAllByRole('button', { name: /go on at/ });
    expect(all).toHaveLength(3);
    expect(third.textContent).toContain('Too large a step.');
    expect(pane.text().split('Too large a step.')).toHaveLength(4);
    fireEvent.click(all[2] ?? third);
    await pane.advance(0);
    expect(asked(pane, 'release')).toMatchObject({ asked: { requestId: 'RQ-3' } });
  });

  it('is shown as running, in step and live only while the desk is live', async () => {
    const pane = await started();
    const other = { ...program(pane), id: ProgramId.parse(crypto.randomUUID()), name: 'Evening' };
    pane.say({ kind: 'programs' }, [program(pane), other]);
    expect(screen.getByText('Running')).toBeTruthy();
    expect(pane.text()).toContain('in step');
    const away = { kind: 'unavailable' as const, message: 'The platform does not answer.', next: '' };
    pane.say({ kind: 'status' }, { ...STATUS, programs: true, failure: away });
    expect(screen.queryByText('Running')).toBeNull();
    expect(screen.getByText('Not known now')).toBeTruthy();
    expect(
      pane
        .main()
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join(),
    ).toMatch(
      /Not known since 12:04:31 CET: .* After five calls without an answer, about a minute, it stops/,
    );
    expect(pane.text()).not.toMatch(/in step|running|✓|\d quotes? live|[Nn]ot live/);
    expect(pane.text().match(/2 quotes may be live/g)).toHaveLength(2);
    pane.say({ kind: 'status' }, { ...STATUS, programs: true });
    expect(screen.getByText('Running')).toBeTruthy();
  });

  it('goes on while the storage of the desk alone has a fault, and promises no stop that does not come', async () => {
    const pane = await started();
    const full = { kind: 'unavailable' as const, message: 'The disk is full.', next: 'Make room.' };
    const status = { ...STATUS, programs: true, failure: full } as const;
    pane.say({ kind: 'programs' }, [program(pane)]);
    pane.say({ kind: 'status' }, { ...status, cannotWrite: true });
    expect(screen.getByText('Running')).toBeTruthy();
    expect(pane.text()).toContain('in step');
    expect(pane.text()).not.toContain('After five calls');
    // Signed out it stops at once.
    pane.say({ kind: 'status' }, { ...status, signedIn: false, isTrying: true });
    expect(pane.text()).toContain('Not known since');
    expect(pane.text()).not.toContain('After five calls');
  });

  it('is stopped by the key with trading off, and is silent from then on', async () => {
    const pane = await started();
    pane.arm();
    await act(async () => pane.desk.commands.post({ kind: 'stop-programs' }));
    expect(asked(pane, 'stop').id).toBe(asked(pane, 'start').asked.id);
    const before = pane.client.wanted.length;
    await pane.advance(3_000);
    expect(pane.client.wanted).toHaveLength(before);
    expect(pane.text()).toContain('Stopping this page’s programs');
  });

  it('that the gateway stopped is said on every page, and says nothing more', async () => {
    const pane = await started();
    const stopped = {
      at: pane.clock.now() + 1,
      why: 'silent' as const,
      words: 'Its sheet was silent for 5 s.',
      withdrawn: 2,
      left: 0,
      tookMs: 480,
    };
    const live = { quotes: 0, volumes: [{ unit: 'MW', amount: '10' }], notionals: [] };
    const over = program(pane, { state: 'stopped', stopped, live });
    const other = { ...over, id: ProgramId.parse(crypto.randomUUID()), name: 'Evening' };
    pane.say({ kind: 'programs' }, [over, other]);
    const before = pane.client.wanted.length;
    await pane.advance(3_000);
    expect(pane.client.wanted).toHaveLength(before);
    expect(pane.text()).toContain('2 quotes withdrawn in 0.5 s. It does not start again by itself.');
    // What it had live is none any more, here and among the others.
    expect(pane.text().match(/0 quotes live/g)).toHaveLength(2);
    expect(pane.text()).not.toContain('live, 10 MW');
    // Its rows keep the names of their products, also once the requests are over.
    pane.say({ kind: 'open-requests' }, { records: [], unreadable: [] });
    expect(pane.text()).toContain('DE Cal-27 base');
    pane.press('Requests');
    expect(screen.getByRole('alert').textContent).toContain('has stopped');
    expect(screen.getByRole('alert').textContent).toContain(' 1 other program has stopped too.');
    pane.press('Close');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that a person stopped here is a calm line, and an alarm where something of it is still live', async () => {
    const pane = await started();
    expect(screen.getByRole('button', { name: 'Withdraw all · stops 1 program' })).toBeDefined();
    pane.say({ kind: 'own-quotes' }, []);
    const all = screen.getByRole('button', { name: 'Withdraw all 0 · stops 1 program' });
    // The switch and its countdown need the room; its title says it.
    expect(all.textContent).toBe('Withdraw all 0');
    expect(all.closest('[title]')?.getAttribute('title')).toContain('· stops 1 program');
    pane.press(/^Stop and withdraw 2/);
    await pane.advance(0);
    const stopped = (left: number) => ({
      at: pane.clock.now() + 1,
      why: 'person' as const,
      words: 'Anna stopped it.',
      withdrawn: 2 - left,
      left,
      tookMs: 480,
    });
    pane.say({ kind: 'programs' }, [program(pane, { state: 'stopping', stopped: stopped(1) })]);
    expect(screen.getByRole('alert').textContent).toContain('1 may still be live');
    pane.say({ kind: 'programs' }, [program(pane, { state: 'stopped', stopped: stopped(0) })]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(pane.text()).toContain('Sheet1 has stopped');
    expect(screen.getByRole('button', { name: 'Withdraw all 0' })).toBeDefined();
    // It was done here, and nothing of it is left: it goes by itself.
    await pane.advance(CALM_MS);
    expect(pane.text()).not.toContain('Sheet1 has stopped');
  });

  it('that somebody stopped by withdrawing all is a calm line on every page, such as one that was loaded anew', async () => {
    const pane = await started();
    const stopped = {
      at: pane.clock.now() + 1,
      why: 'withdraw-all' as const,
      words: 'Everything was withdrawn.',
      withdrawn: 2,
      left: 0,
    };
    pane.say({ kind: 'programs' }, [program(pane, { state: 'stopped', stopped })]);
    expect(pane.text()).toContain('Sheet1 has stopped');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says of a row that never went live that it was not sent, and of a stop that nothing is live', async () => {
    const pane = await started();
    const running = program(pane);
    const [first, second] = running.rows.map(({ live: _, ...one }) => one);
    if (!first || !second) throw new Error('It has no two rows.');
    const says = 'There is no bound for certificates.';
    const stopped = { at: pane.clock.now() + 1, why: 'person' as const, words: 'Anna stopped it.' };
    pane.say({ kind: 'programs' }, [
      {
        ...running,
        state: 'stopped',
        stopped: { ...stopped, withdrawn: 0, left: 0, tookMs: 40 },
        live: { quotes: 0, volumes: [], notionals: [] },
        rows: [
          { ...first, state: 'not-sent', says },
          { ...second, state: 'not-sent' },
        ],
      },
    ]);
    const list = screen.getByRole('list', { name: 'Rows of the program' });
    expect(list.textContent).toContain(`not sent: ${says}`);
    expect(list.textContent).not.toContain('withdrawn');
    expect(pane.text()).toContain('Anna stopped it. Nothing of it is live. It does not start again');
  });

  it('that the gateway does not know any more has stopped', async () => {
    const pane = await started();
    pane.say({ kind: 'programs' }, []);
    expect(pane.text()).toContain('The desk was restarted');
  });

  it('that was refused is a draft still', async () => {
    const pane = await previewed();
    pane.press(/^Start: /);
    await pane.advance(0);
    const no = { message: 'A program of this name runs.', next: 'Give it another one.' };
    await act(async () => asked(pane, 'start').answer(failed({ kind: 'wrong-state', ...no })));
    expect(pane.text()).toContain('A program of this name runs.');
    expect(pane.client.wanted).toEqual([]);
    expect(screen.getByRole('button', { name: /^Check 2 rows and start/ })).toBeDefined();
  });

  it('tells fills with their quantity', async () => {
    const pane = await started();
    const fills = { count: 2, volumes: [{ unit: 'MW', amount: '4' }] };
    pane.say({ kind: 'programs' }, [program(pane, { fills })]);
    expect(pane.text()).toContain('2 quotes live, 20 MW; 2 fills, 4 MW');
  });

  it('of another page can be stopped here', async () => {
    const pane = await started();
    const other = ProgramId.parse('00000000-0000-4000-8000-0000000000bb');
    pane.say({ kind: 'programs' }, [program(pane), program(pane, { id: other, name: 'Gas prompt' })]);
    pane.press('Stop and withdraw 2: Gas prompt');
    await pane.advance(0);
    expect(asked(pane, 'stop').id).toBe(other);
  });
});

it('reads a request that the list does not have once by its id, and then knows it or says of when the list is', async () => {
  const pane = await opened([row(1), row(7), row(8)]);
  pane.press('Programs');
  pane.press('New program from the selection');
  await pane.advance(2_000);
  expect(screen.getAllByText(/RQ-\d is not in the list of open requests.*; it is being read\./)).toHaveLength(
    2,
  );
  pane.say({ kind: 'request', id: request({ id: 'RQ-7' }).id }, request({ id: 'RQ-7' }));
  pane.say({ kind: 'request', id: request({ id: 'RQ-8' }).id }, request({ id: 'RQ-8', state: 'closed' }));
  await pane.advance(2_000);
  const said = screen
    .getAllByText(/is not in the list of open requests/)
    .map(({ textContent }) => textContent);
  expect(said).toEqual([
    expect.stringMatching(/RQ-8 is not in the list of open requests of \d\d:\d\d:\d\d\./),
  ]);
});
