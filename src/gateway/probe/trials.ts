import { createService, type ServicePorts } from '../platform/create-service';
import type { Credentials } from '../platform/secrets';
import type { Further } from './probe';
import { HeardAnswers, WriteTrial, type Trial } from './write-trial';

/** The trials sign in once, with what was learnt. */
export const TRIAL_SIGN_INS = 1;

interface TriedOptions {
  readonly credentials: Credentials;
  /** A person says yes to one step. Nothing is sent without it. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Tells the person at the terminal how it goes. */
  readonly tell: (line: string) => void;
  readonly service: Omit<ServicePorts, 'profile' | 'onAnswer'>;
}

/** Tries the actions with the profile as it was learnt, through the client that sends a person's press. */
export const tried =
  (trials: readonly Trial[], { credentials, confirm, tell, service }: TriedOptions): Further =>
  async ({ draft: { profile }, findings }) => {
    const answers = new HeardAnswers();
    const edge = createService({ ...service, profile, onAnswer: answers.hear });
    const signedIn = await edge.signIn(credentials);
    const none = { callsMade: TRIAL_SIGN_INS, names: [] };
    if (!signedIn.ok) return { ...none, notes: ['The second sign-in failed: no action was tried.'] };
    const { zone, provesNotExecuted } = profile.auth;
    const { ownName } = profile.records;
    const { clock } = service;
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
