import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { failed, success, type Failure } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { HandedOn } from '../../../src/gateway/actions/kill-switch';
import { KeptWithdrawals } from '../../../src/gateway/desk/kept-withdrawals';
import { actionId } from '../twins/actions';
import { FakeLeader } from '../twins/leader';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const PRESSED: HandedOn = {
  environment: 'simulator',
  recall: { number: 1, at: 0, id: actionId(900) },
  actions: [],
};
const AWAY: Failure = { kind: 'unavailable', message: 'Away.', next: 'Later.' };

function files() {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-kept-'));
  folders.push(folder);
  const [leader, clock] = [new FakeLeader(), new ManualClock(0)];
  const taken: HandedOn[] = [];
  const rig = { isAway: false };
  const open = () =>
    new KeptWithdrawals({
      path: join(folder, 'withdrawals.json'),
      leader,
      clock,
      log: silentLog,
      async handOver(_, handedOn) {
        if (rig.isAway) return failed(AWAY);
        taken.push(handedOn);
        return success(undefined);
      },
    });
  return { open, leader, clock, taken, rig };
}

it('keeps a press over a restart until somebody leads, and hands it on once', async () => {
  const { open, leader, clock, taken } = files();
  open().keep(PRESSED);
  const next = open();
  next.start();
  await clock.advance(10_000);
  expect(taken).toEqual([]);
  leader.become(1);
  await clock.advance(0);
  expect(taken).toEqual([PRESSED]);
  leader.become(2);
  open().start();
  await clock.advance(10_000);
  expect(taken).toEqual([PRESSED]);
});

it('tries again while whoever leads does not take it, with the newest words of each press', async () => {
  const { open, leader, clock, taken, rig } = files();
  const kept = open();
  kept.start();
  rig.isAway = true;
  leader.become(1);
  kept.keep(PRESSED);
  const newer = { ...PRESSED, recall: { ...PRESSED.recall, at: 5 } };
  kept.keep(newer);
  leader.become(2);
  await clock.advance(5_000);
  expect(taken).toEqual([]);
  rig.isAway = false;
  await clock.advance(1_000);
  expect(taken).toEqual([newer]);
});
