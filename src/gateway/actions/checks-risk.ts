import type { BodyOf } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import type { Risk, RiskSettings } from '../../domain/risk';
import { invalid, missing, wrongState } from './refusals';

/** Protection is taken away only where it is known to be on. */
export function switchOffProblem(risks: readonly Risk[], { commodity }: BodyOf<'switch-risk'>) {
  const risk = risks.find((one) => one.commodity === commodity);
  if (!risk) {
    return missing(
      `The platform has no risk management for ${commodity}.`,
      'Look at the commodities it names.',
    );
  }
  return risk.on
    ? undefined
    : wrongState(`Risk management of ${commodity} is off already.`, 'Nothing is left to do.');
}

/**
 * Settings are written as a whole: each one that the platform returned has to be there, of the type it has there, no
 * other, and one at least has to change.
 */
export function settingsProblem(
  now: RiskSettings,
  { commodity, settings }: BodyOf<'set-risk'>,
): Failure | undefined {
  for (const [name, value] of Object.entries(settings)) {
    const known = Object.hasOwn(now, name) ? now[name] : undefined;
    if (known === undefined) {
      return invalid(`The risk settings of ${commodity} have no ${name}.`, 'Read them anew.', name);
    }
    if (typeof known !== typeof value) {
      return invalid(`${name} is ${TYPES[typeof known] ?? typeof known}.`, 'Enter it so.', name);
    }
  }
  const left = Object.keys(now).find((name) => !Object.hasOwn(settings, name));
  if (left !== undefined) {
    return invalid(`Risk settings are sent as a whole, and ${left} is missing.`, 'Read them anew.', left);
  }
  const changes = Object.entries(settings).some(([name, value]) => now[name] !== value);
  return changes
    ? undefined
    : wrongState(`The risk settings of ${commodity} are so already.`, 'Nothing is left to do.');
}

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  string: 'a text',
  boolean: 'yes or no',
};
