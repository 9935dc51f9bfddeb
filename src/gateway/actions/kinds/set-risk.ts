import type { BodyOf } from '../../../domain/action';
import type { Failure } from '../../../domain/failure';
import type { RiskSettings } from '../../../domain/record';
import { UNKNOWN, type Evidence, type Verdict } from '../../../domain/verdict/evidence';
import { NOTHING, orNotOffered, unless } from './before';
import { invalid, wrongState } from './refusals';
import { isAboutTheSame, nothingMade, type ActionRules } from './rules';

type Body = BodyOf<'set-risk'>;

export const setRisk: ActionRules<Body> = {
  lane: 'submit',
  async prepare(body, { service, ask }) {
    const now = orNotOffered(await service.riskSettings(body.commodity, ask));
    if (!now.ok) return now;
    return unless(now.value && settingsProblem(now.value, body), { before: NOTHING });
  },
  async send({ commodity, settings }, service, { request: _, ...leaving }) {
    return nothingMade(await service.writeRiskSettings({ commodity, settings }, leaving));
  },
  isSameThing: (body, open) => open.kind === 'set-risk' && isAboutTheSame(open, body),
  evidence: ['settings'],
  verdict: ({ body }, evidence) => inForce(body, evidence),
  affects: ({ commodity }) => [{ kind: 'risk-settings', commodity }],
};

/** The wanted settings are in force, no matter who set them; others may still change by a late execution. */
function inForce({ settings: wanted }: Body, { settings: now }: Evidence): Verdict {
  const areAll = now && Object.entries(wanted).every(([name, value]) => now[name] === value);
  return areAll ? { verdict: 'done' } : UNKNOWN;
}

/**
 * Settings are written as a whole: each one that the platform returned has to be there, of the type it has there, no
 * other, and one at least has to change. One that the person left as it was shown must still be so: sent along, it would undo what a colleague set meanwhile.
 */
function settingsProblem(
  now: RiskSettings,
  { commodity, settings, shownSettings = {} }: Body,
): Failure | undefined {
  for (const [name, value] of Object.entries(settings)) {
    const known = Object.hasOwn(now, name) ? now[name] : undefined;
    if (known === undefined) {
      return invalid(`The risk settings of ${commodity} have no ${name}.`, 'Reload them.', name);
    }
    if (typeof known !== typeof value) {
      return invalid(`${name} is ${TYPES[typeof known] ?? typeof known}.`, 'Enter it that way.', name);
    }
  }
  const left = Object.keys(now).find((name) => !Object.hasOwn(settings, name));
  if (left !== undefined) {
    return invalid(`Risk settings are sent together, and ${left} is missing.`, 'Reload them.', left);
  }
  const moved = Object.entries(shownSettings).find(
    ([name, shown]) => settings[name] === shown && now[name] !== shown,
  );
  if (moved) {
    const [name, shown] = moved;
    return wrongState(`${name} is now ${String(now[name])}, it was ${String(shown)}.`, 'Look again.');
  }
  const changes = Object.entries(settings).some(([name, value]) => now[name] !== value);
  return changes
    ? undefined
    : wrongState(`The risk settings of ${commodity} already have these values.`, 'Nothing is left to do.');
}

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'a text',
  boolean: 'yes or no',
};
