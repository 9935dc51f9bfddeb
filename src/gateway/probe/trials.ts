import { createService, type ServicePorts } from '../platform/create-service';
import type { Credentials } from '../platform/secrets';
import type { Further } from './probe';
import { HeardAnswers, WriteTrial, type Trial } from './write-trial';

/** The trials sign in once, by the profile as it was given. */
export const TRIAL_SIGN_INS = 1;

interface TriedOptions {
  readonly credentials: Credentials;
  /** A person says yes to one step. Nothing is sent without it. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Tells the person at the terminal how it goes. */
  readonly tell: (line: string) => void;
  /** With the profile as a person wrote it: nothing is sent by what was merely learnt. */
  readonly service: Omit<ServicePorts, 'onAnswer'>;
}

/** Tries the actions through the client that sends a person's press. */
export const tried =
  (trials: readonly Trial[], { credentials, confirm, tell, service }: TriedOptions): Further =>
  async (findings) => {
    const { clock, profile } = service;
    const answers = new HeardAnswers();
    const edge = createService({ ...service, onAnswer: answers.hear });
    const signedIn = await edge.signIn(credentials);
    const none = { callsMade: TRIAL_SIGN_INS, names: [] };
    if (!signedIn.ok) return { ...none, notes: [NOT_SIGNED_IN] };
    const { zone, provesNotExecuted } = profile.auth;
    const { ownName } = profile.records;
    const ports = { service: edge.service, clock, zone, ownName, provesNotExecuted };
    const runs = trials.map((trial) => new WriteTrial({ ...ports, findings, answers, confirm, tell }, trial));
    for (const run of runs) await run.run();
    edge.signOut();
    return {
      callsMade: runs.reduce((sum, one) => sum + one.callsMade, TRIAL_SIGN_INS),
      notes: runs.flatMap(({ notes }) => notes),
      names: runs.flatMap(({ names }) => names),
    };
  };

const NOT_SIGNED_IN =
  'The profile does not sign in as it was given, so no action was tried: complete it by the draft first.';
