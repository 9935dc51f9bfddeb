import { onlyProtects } from '../../src/domain/action';
import { judged as judgedAsAction, lastOf, type Judgement, type Seen } from '../actions/judgement';
import { violation, type Violation } from '../campaign/violation';
import type { KillStep } from '../actions/kill-step';
import { approves, STEPS, type Plan } from './plan';

/** Up to and with this step nothing may have left; from the one after it the send may have. */
const LAST_UNSENT = STEPS.indexOf('sending-before');

/** What every action is judged by, and that nothing was sent without the word of another person, nor after a restart. */
export function judged(seen: Seen, { word, kill }: Pick<Plan, 'word' | 'kill'>): Judgement {
  const judgement = judgedAsAction(seen);
  return { ...judgement, violations: [...judgement.violations, ...unapproved(seen, { word, kill })] };
}

function unapproved({ ids, lines, sends, executions }: Seen, { word, kill }: Pick<Plan, 'word' | 'kill'>) {
  const wrong: Violation[] = [];
  const say = (says: string) => wrong.push(violation('sent unapproved', says));
  const own = lines.filter(({ id }) => ids.includes(id));
  for (const [at, line] of own.entries()) {
    if (line.state !== 'sending') continue;
    const before = own.slice(0, at).filter(({ id }) => id === line.id);
    const waited = before.find(({ state }) => state === 'waiting');
    const approval = before.find(({ state, approvedBy }) => state === 'staged' && approvedBy);
    if (!waited || !approval?.approvedBy)
      say(`${line.id} was sent without a line that says who approved it.`);
    else if (approval.approvedBy.name === line.by?.name)
      say(`${line.id} was approved by whoever pressed it.`);
  }
  if (lines.some(({ id, body }) => !ids.includes(id) && !onlyProtects(body)))
    say('An action is there that nobody pressed.');
  const isForbidden = !approves(word) || isBefore(kill);
  if (isForbidden && sends + executions > 0) {
    say(
      `Approved by: ${word}, killed at ${kill ?? 'no step'}, and ${sends} sends came, ${executions} executed.`,
    );
  }
  const isWanted = approves(word) && (kill === undefined || kill === 'outcome-after');
  const [first] = ids;
  if (isWanted && executions !== 1)
    wrong.push(
      violation('refused without cause', `It was approved in peace, and ${executions} were executed.`),
    );
  const last = first && lastOf(lines, first);
  if (last?.state === 'waiting' || last?.state === 'staged')
    say(`After a restart it is still ${last.state}, and could yet be sent.`);
  return wrong;
}

const isBefore = (kill: KillStep | undefined): boolean =>
  kill !== undefined && STEPS.findIndex((step) => step === kill) <= LAST_UNSENT;
