import { beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  instantiate,
  item,
  load,
  method,
  property,
  rangePaths,
  REFERENCE,
  ROOT,
  set,
  sheets,
  TRACE,
  valueOf,
} from './batch';
import { type Bench, createBench } from './bench';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

describe('a batch', () => {
  it('writes, and reads what was written, calculated, in the same request', async () => {
    const answer = await bench.ask(
      [set(4, 'Values', [[1, 'two']]), load(4, 'values', 'address')],
      rangePaths('A1:B1'),
    );
    expect(answer.Error).toBeNull();
    expect(valueOf(answer, 0)).toEqual({ Values: [[1, 'two']], Address: 'Sheet1!A1:B1' });
  });

  it('spreads one value over the range, and leaves a cell alone where it is given null', async () => {
    await bench.ask([set(4, 'Values', 7)], rangePaths('A1:B2'));
    const answer = await bench.ask(
      [
        set(4, 'Values', [
          [null, 8],
          [9, null],
        ]),
        load(4, 'values'),
      ],
      rangePaths('A1:B2'),
    );
    expect(valueOf(answer, 0)).toEqual({
      Values: [
        [7, 8],
        [9, 7],
      ],
    });
  });

  it('takes a text with = for a formula, and one with an apostrophe for itself', async () => {
    const content = [['=DESK.ECHO(5)', "'=1+1"]];
    const answer = await bench.ask(
      [set(4, 'Values', content), load(4, 'formulas', 'values')],
      rangePaths('A1:B1'),
    );
    expect(valueOf(answer, 0)).toEqual({
      Formulas: [['=DESK.ECHO(5)', '=1+1']],
      Values: [['#BUSY!', '=1+1']],
    });
  });

  it('stops at its first failure, says which action it was, and keeps what went before', async () => {
    const actions = [set(4, 'Values', [[1]]), set(4, 'Values', [[1, 2]]), set(4, 'Values', [[3]])];
    const answer = await bench.ask(actions, rangePaths('A1'));
    expect(answer.Error).toMatchObject({ Code: 'InvalidArgument', Location: 'Range.values', ActionIndex: 1 });
    expect(bench.grid.at('A1')).toBe(1);
  });

  it('answers that a thing is not there by ItemNotFound, and one that is asked for softly by null', async () => {
    const hard = await bench.ask([instantiate(3)], [ROOT, sheets, item(2, 'Nope')]);
    expect(hard.Error).toMatchObject({ Code: 'ItemNotFound' });
    const soft = await bench.ask(
      [instantiate(3), load(3, 'name')],
      [ROOT, sheets, method(2, 'GetItemOrNullObject', 'Nope')],
    );
    expect(soft.Results.map(({ Value }) => Value)).toEqual([null, null]);
  });

  it('gives null for whatever hangs off a null object', async () => {
    const paths = [ROOT, sheets, method(2, 'GetItemOrNullObject', 'Nope'), method(3, 'GetRange', 'A1')];
    expect(valueOf(await bench.ask([instantiate(4)], paths), 0)).toBeNull();
  });

  it('refuses what it does not have, and keeps a note of it', async () => {
    const missingMethod = await bench.ask([call(3, 'Protect')], rangePaths('A1').slice(0, 3));
    const missingProperty = await bench.ask([load(4, 'sort')], rangePaths('A1'));
    const missingAction = await bench.ask([{ ActionType: 9, ObjectPathId: 1 }], [ROOT]);
    expect([missingMethod, missingProperty, missingAction].map(({ Error }) => Error?.Code)).toEqual([
      'NotImplemented',
      'InvalidArgument',
      'NotImplemented',
    ]);
    expect(bench.host.unknown()).toEqual(['Worksheet.Protect', 'Range.sort', 'action 9 ']);
  });

  it('refuses to listen for an event that it never raises', async () => {
    const heard = await bench.ask([call(3, '_RegisterDataChangedEvent')], rangePaths('A1').slice(0, 3));
    const never = await bench.ask([call(3, '_RegisterDeactivatedEvent')], rangePaths('A1').slice(0, 3));
    expect([heard.Error, never.Error?.Code]).toEqual([null, 'NotImplemented']);
  });

  it('gives traces back in both places, which is how the library adds its handlers', async () => {
    const answer = await bench.ask([{ ActionType: TRACE }], [ROOT]);
    expect(answer).toMatchObject({ Results: [{ ActionId: 1, Value: null }], TraceIds: [1] });
  });

  it('is answered by a failure when it is none', async () => {
    bench.page.say(JSON.stringify({ id: 77, type: 1, message: { body: { Strange: true } } }));
    await bench.time.pass(10);
    expect(bench.page.answer(77)?.Error).toMatchObject({ Code: 'NotImplemented', ActionIndex: -1 });
    expect(bench.host.unknown()).toHaveLength(1);
  });
});

describe('an object', () => {
  it('that is kept can be asked for by its reference, until it is let go', async () => {
    const kept = await bench.ask(
      [instantiate(4), call(4, '_KeepReference'), instantiate(4)],
      rangePaths('B2'),
    );
    expect(valueOf(kept, 2)).toEqual({ _ReferenceId: 'ref1' });
    const byReference = [ROOT, { ObjectPathType: REFERENCE, Name: 'ref1' }];
    expect(valueOf(await bench.ask([load(2, 'address')], byReference), 0)).toEqual({
      _ReferenceId: 'ref1',
      Address: 'Sheet1!B2',
    });
    await bench.ask([call(1, '_RemoveReference', 'ref1')], [ROOT]);
    expect((await bench.ask([load(2, 'address')], byReference)).Error?.Code).toBe('ItemNotFound');
  });

  it('can be an argument, by the number of its path', async () => {
    const paths = [
      ...rangePaths('A1:B2'),
      method(3, 'GetRange', 'B2:C3'),
      {
        ...method(4, 'GetIntersectionOrNullObject', 5),
        ArgumentInfo: { Arguments: [5], ReferencedObjectPathIds: [5] },
      },
    ];
    expect(valueOf(await bench.ask([load(6, 'address')], paths), 0)).toEqual({ Address: 'Sheet1!B2' });
  });

  it('is read with what hangs off it, by path', async () => {
    await bench.ask(
      [set(5, 'Bold', true)],
      [...rangePaths('A1').slice(0, 4), property(6, 'Font'), property(4, 'Format')],
    );
    const answer = await bench.ask([load(4, 'format/font/bold', 'worksheet/name')], rangePaths('A1'));
    expect(valueOf(answer, 0)).toEqual({
      Format: { Font: { Bold: true } },
      Worksheet: { Id: 's1', Name: 'Sheet1' },
    });
  });

  it('that is a collection lists its items, counted and in part', async () => {
    const all = await bench.ask([load(2, 'items/name', 'count')], [ROOT, sheets]);
    expect(valueOf(all, 0)).toEqual({
      _Items: [
        { Id: 's1', Name: 'Sheet1' },
        { Id: 's2', Name: 'Other sheet' },
      ],
      Count: 2,
    });
    const part = await bench.ask(
      [{ ...load(2, 'name'), QueryInfo: { Select: ['name'], Top: 1, Skip: 1 } }],
      [ROOT, sheets],
    );
    expect(valueOf(part, 0)).toEqual({ _Items: [{ Id: 's2', Name: 'Other sheet' }] });
  });
});
