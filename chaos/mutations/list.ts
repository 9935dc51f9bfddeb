/** One rule of the gateway taken back: a text of a file in the place of another, and the runs in which that has to show. */
export interface Mutation {
  /** What the gateway then does wrong, in a few words. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The campaign that has to notice it; that of actions unless said. */
  readonly campaign?: 'actions' | 'four-eyes' | 'halt' | 'programs' | 'desk';
  /** Only runs of these are made: options of that campaign. */
  readonly only: Readonly<Record<string, string>>;
}

const ACTIONS = 'src/gateway/actions';
const SERVICE = 'src/gateway/platform';
const VERDICT = 'src/domain/verdict';
const PROGRAMS = 'src/gateway/programs';

/** Every rule on which the truth of outcomes rests, and risk that comes off, each with its way back. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'a closed request without its trade rejects an acceptance',
    file: `${VERDICT}/acceptance.ts`,
    find: '  const rivals = ofOthers.filter((other) => mayHaveMade(other, other.tradeId));\n',
    replace:
      "  const rivals = ofOthers.filter((other) => mayHaveMade(other, other.tradeId));\n  if (evidence.request?.state === 'closed' && candidates.length === 0) return rejected('It is closed.');\n",
    only: { habit: 'request closes first', kind: 'accept' },
  },
  {
    name: 'an equal quote of another is taken for the own one',
    file: `${VERDICT}/offer.ts`,
    find: "  return sameName(counterparty, ownName) ? 'own' : 'theirs';",
    replace: "  return 'own';",
    only: { habit: 'rival quotes the same', kind: 'send-quote' },
  },
  {
    name: 'trades of a venue in another word are left out',
    file: `${ACTIONS}/evidence.ts`,
    find: '!isOfOtherVenue(trade, parts.otherVenues)',
    replace: "(trade.venue === undefined || trade.venue === 'tender')",
    only: { habit: 'other words', kind: 'accept' },
  },
  {
    name: 'a success counts whatever its body says',
    file: `${SERVICE}/calls.ts`,
    find: 'const contrary = contradictionIn(read.value, call);',
    replace: 'const contrary = status === 0 ? contradictionIn(read.value, call) : undefined;',
    only: { habit: 'answers 200', kind: 'withdraw-quote' },
  },
  {
    name: 'what takes risk away waits for its own like that is unknown',
    file: `${ACTIONS}/conflict.ts`,
    find: '  onlyProtects(body) &&\n  (!onlyProtects(open.body)',
    replace: '  false &&\n  (!onlyProtects(open.body)',
    only: { kind: 'withdraw-all' },
  },
  {
    name: 'what takes risk away is not sent again while it is unknown',
    file: `${ACTIONS}/repeats.ts`,
    find: '    if (count >= REPEATS_MAX ||',
    replace: '    if (count >= 0 ||',
    only: { kind: 'withdraw-quote', cut: 'executed' },
  },
  {
    name: 'a refusal of what takes risk away is final',
    file: `${ACTIONS}/repeats.ts`,
    find: 'if (!onlyProtects(this.body) ||',
    replace: 'if (onlyProtects(this.body) ||',
    only: { habit: 'refuses writes', kind: 'withdraw-quote' },
  },
  {
    name: 'a deadline before the connection leaves the outcome open',
    file: `${SERVICE}/http.ts`,
    find: "const LATE = { waiting: 'unreachable',",
    replace: "const LATE = { waiting: 'no-answer',",
    only: { habit: 'drops connections', kind: 'send', cut: 'service' },
  },
  {
    name: 'packed answers are not unpacked',
    file: `${SERVICE}/http.ts`,
    find: "    .filter((name) => name !== '' && name !== 'identity');",
    replace: "    .filter((name) => name === 'never');",
    only: { habit: 'packs unasked' },
  },
  {
    name: 'a page that is shorter than asked for ends a list',
    file: `${SERVICE}/pages.ts`,
    find: '  if (items.length === 0) return true;\n  return link ?',
    replace: '  if (items.length < 100) return true;\n  return link ?',
    only: { habit: 'caps pages' },
  },
  {
    name: 'four eyes: what is above a level goes without approval',
    campaign: 'four-eyes',
    file: `${ACTIONS}/action-service.ts`,
    find: 'if (ready.value.asks) return this.ask(staged, ready.value, ready.value.asks);',
    replace: '',
    only: { word: 'nobody' },
  },
  {
    name: 'four eyes: whoever pressed it approves it',
    campaign: 'four-eyes',
    file: `${ACTIONS}/approvals.ts`,
    find: 'if (!by || !areTwoPeople(action.by, by)) return failed(says.OWN_APPROVAL);',
    replace: 'if (!by) return failed(says.OWN_APPROVAL);',
    only: { word: 'whoever pressed it' },
  },
  {
    name: 'four eyes: other bytes than were shown are approved',
    campaign: 'four-eyes',
    file: `${ACTIONS}/approvals.ts`,
    find: 'if (hash !== action.approval?.hash || hash !== hashOf(action)) return failed(says.OTHER_THAN_SHOWN);',
    replace: '',
    only: { word: 'changed bytes' },
  },
  {
    name: 'four eyes: an approval is not written down before it is sent',
    campaign: 'four-eyes',
    file: `${ACTIONS}/approvals.ts`,
    find: 'const kept = await journal.write(approved);',
    replace: 'const kept = await journal.write();',
    only: { word: 'another person', step: 'outcome-after' },
  },
  {
    name: 'four eyes: Withdraw all leaves what waits',
    campaign: 'four-eyes',
    file: `${ACTIONS}/withdraw-all.ts`,
    find: 'actionDesk.cancelWaiting(withdrawnWaiting(time, recall.by?.name));',
    replace: '0;',
    only: { word: 'after Withdraw all', kind: 'accept-quote' },
  },
  {
    name: 'four eyes: what waits is still approved after a restart',
    campaign: 'four-eyes',
    file: `${ACTIONS}/action-service.ts`,
    find: "if (action.state === 'waiting') {",
    replace: "if (action.state === 'waiting' && action.approvedAt === 0) {",
    only: { step: 'waiting-after' },
  },
  {
    name: 'four eyes: what was approved and never sent goes after a restart',
    campaign: 'four-eyes',
    file: `${ACTIONS}/action-service.ts`,
    find: 'if (onlyProtects(action.body)) this.interrupted.push(action);',
    replace: 'this.interrupted.push(action);',
    only: { step: 'approved-after' },
  },
  {
    name: 'halt: it is forgotten over a restart',
    campaign: 'halt',
    file: `${ACTIONS}/halts.ts`,
    find: 'void this.options.entries.record(haltNoted(by, reason));\n    void this.keep();',
    replace: 'void this.options.entries.record(haltNoted(by, reason));',
    only: { kill: 'answered' },
  },
  {
    name: 'halt: nothing looks once more before the first byte',
    campaign: 'halt',
    file: `${ACTIONS}/action-service.ts`,
    find: '    const failure = stopping();\n',
    replace: '    const failure: Failure | undefined = undefined;\n',
    only: { disk: 'slow' },
  },
  {
    name: 'halt: what is pressed on a halted desk goes',
    campaign: 'halt',
    file: `${ACTIONS}/action-service.ts`,
    find: 'return halts.stopping(offered.body) ?? recalls',
    replace: 'return recalls',
    only: { kill: 'later' },
  },
  {
    name: 'halt: what waits for another person is left waiting',
    campaign: 'halt',
    file: 'src/gateway/environments/session.ts',
    find: 'actions.cancelWaiting(halts.failureOf(halt));',
    replace: '',
    only: { kill: 'later' },
  },
  {
    name: 'programs: the live quote is not withdrawn before the next one',
    campaign: 'programs',
    file: `${PROGRAMS}/program-run.ts`,
    find: '...(replaces.length > 0 && { replaces })',
    replace: '',
    only: { trouble: 'none' },
  },
  {
    name: 'programs: nobody notices that the page is silent',
    campaign: 'programs',
    file: 'src/domain/program/alive.ts',
    find: "  if (sinceMs(heard, at) > alive.silenceMs) return 'silent';\n",
    replace: '  void sinceMs(heard, at);\n',
    only: { end: 'silent' },
  },
  {
    name: 'programs: trading that was switched off stops none',
    campaign: 'programs',
    file: `${PROGRAMS}/programs.ts`,
    find: "    if (!armed) return this.stopRun(run, 'disarmed');\n",
    replace: '    void armed;\n',
    only: { end: 'disarmed' },
  },
  {
    name: 'programs: what was left live before a restart stays',
    campaign: 'programs',
    file: `${PROGRAMS}/programs.ts`,
    find: "if (run.left > 0) this.stopRun(run, 'restarted');",
    replace: "if (run.left < 0) this.stopRun(run, 'restarted');",
    only: { end: 'gateway' },
  },
  {
    name: 'programs: any step of a price goes',
    campaign: 'programs',
    file: 'src/domain/program/guards.ts',
    find: 'if (before !== undefined && !isReleased && isBeyond(',
    replace: 'if (before !== undefined && !isReleased && false && isBeyond(',
    only: { trouble: 'none' },
  },
  {
    name: 'programs: a cell without a price leaves the quote of before',
    campaign: 'programs',
    file: `${PROGRAMS}/program-run.ts`,
    find: "    if (verdict.may === 'nothing') return off(",
    replace:
      "    if (verdict.may === 'nothing') return 'stay';\n    if (verdict.may === 'held' && false) return off(",
    only: { trouble: 'none' },
  },
  {
    name: 'programs: a stop sends nothing, and takes nothing off',
    campaign: 'programs',
    file: `${PROGRAMS}/program-run.ts`,
    find: 'if (this.stopping) return off(',
    replace: "if (this.stopping) return 'stay';\n    if (this.stopping) return off(",
    only: { end: 'stop' },
  },
  {
    name: 'several machines: nothing looks before the first byte whether it still leads',
    campaign: 'desk',
    file: 'src/gateway/desk/leadership.ts',
    find: '!this.isOver && mayLeave(this.confirmed, momentOf(this.options.clock))',
    replace: 'mayLeave(this.confirmed, this.confirmed)',
    only: { runs: '3', only: 'between commit and send' },
  },
  {
    name: 'several machines: the database takes a second line by which the same is sent',
    campaign: 'desk',
    file: 'src/gateway/storage/postgres/schema.ts',
    find: 'CREATE UNIQUE INDEX sent_once',
    replace: 'CREATE INDEX sent_once',
    only: { runs: '1', only: 'takes the lead' },
  },
  {
    name: 'several machines: the database takes lines of an epoch that is over',
    campaign: 'desk',
    file: 'src/gateway/storage/postgres/schema.ts',
    find: 'IF NEW.epoch <> who.epoch OR who.backend',
    replace: 'IF who.backend',
    only: { runs: '1', only: 'takes the lead' },
  },
  {
    name: 'several machines: the database takes lines of sessions that do not lead',
    campaign: 'desk',
    file: 'src/gateway/storage/postgres/schema.ts',
    find: 'IF NEW.epoch <> who.epoch OR who.backend <> pg_backend_pid() OR NOT pg_try_advisory_xact_lock(${LEAD_LOCK}) THEN',
    replace: 'IF NEW.epoch <> who.epoch THEN',
    only: { runs: '1', only: 'a false second leader' },
  },
  {
    name: 'several machines: a leader that shows itself no more is waited for',
    campaign: 'desk',
    file: 'src/gateway/desk/lead-rules.ts',
    find: 'look.holder !== undefined && silentMs >= TAKE_MS',
    replace: 'look.holder !== undefined && silentMs < 0',
    only: { runs: '1', only: 'the leader stands still' },
  },
  {
    name: 'several machines: what the last leader was sending is sent again',
    campaign: 'desk',
    file: `${ACTIONS}/action-service.ts`,
    find: "await this.enter(moved(action, { type: 'lost', at: now, failure: says.STOPPED_DURING }));",
    replace:
      "await this.enter(moved(action, { type: 'lost', at: now, failure: says.STOPPED_DURING }));\n        this.interrupted.push(action);",
    only: { runs: '3', only: 'after its last look' },
  },
];
