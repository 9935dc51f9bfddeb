import type { BodyOf } from '../../../domain/action';
import { success, type Failure } from '../../../domain/failure';
import type { Risk } from '../../../domain/record';
import { UNKNOWN } from '../../../domain/verdict/evidence';
import { NOTHING, orNotOffered, unless } from './before';
import { missing, wrongState } from './refusals';
import { isAboutTheSame, nothingMade, type ActionRules } from './rules';

type Body = BodyOf<'switch-risk'>;

export const switchRisk: ActionRules<Body> = {
  lane: 'submit',
  readsNothing: ({ on }) => on,
  async prepare(body, { service, ask }) {
    if (body.on) return success({ before: NOTHING });
    const risks = orNotOffered(await service.risks(ask));
    if (!risks.ok) return risks;
    return unless(risks.value && switchOffProblem(risks.value.records, body), { before: NOTHING });
  },
  async send({ commodity, on }, service, { request: _, ...leaving }) {
    // Protection may come late; taking it away may not.
    return nothingMade(await service.toggleRisk({ commodity, on }, on ? {} : leaving));
  },
  /** Switching on waits for nothing but another switching on. */
  isSameThing: (body, open) =>
    open.kind === 'switch-risk' && isAboutTheSame(open, body) && (!body.on || open.on),
  evidence: ['risk'],
  verdict: ({ body }, { risk }) => (risk?.on === body.on ? { verdict: 'done' } : UNKNOWN),
  affects: () => [{ kind: 'risks' }],
};

/** Protection is taken away only where it is known to be on. */
function switchOffProblem(risks: readonly Risk[], { commodity }: Body): Failure | undefined {
  const risk = risks.find((one) => one.commodity === commodity);
  if (!risk) {
    return missing(
      `The platform has no risk management for ${commodity}.`,
      'Choose one of the listed commodities.',
    );
  }
  return risk.on
    ? undefined
    : wrongState(`Risk management of ${commodity} is off already.`, 'Nothing is left to do.');
}
