import { createHash } from 'node:crypto';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import { ROLES, type Role, type Who } from '../../domain/person';
import { ownOf, Policy, rolesOf, strictestOwnOf, type Own } from '../../domain/policy/policy';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { limitsProblem } from '../actions/limits-keeper';

/** The file that DESK_POLICY names. */
interface PolicyFile {
  readonly path: string;
  /** Throws where it cannot be read. */
  readonly text: () => string;
}

interface PolicyKeeperOptions {
  readonly file: PolicyFile;
  readonly clock: Clock;
  readonly log: Log;
}

/** The policy as it holds now. */
export interface PolicyInForce {
  readonly path: string;
  readonly policy: Policy;
  /** Epoch ms at which it was read. */
  readonly readAt: number;
  /** SHA-256 of the file's text, in hexadecimal. */
  readonly digest: string;
  /** Why the file as it is now is not the one in force. */
  readonly failure?: Failure;
}

const LOOK_MS = 3_000;

/** Who may do what. */
export type Policies = Pick<
  PolicyKeeper,
  'read' | 'onChange' | 'rolesOf' | 'ownOf' | 'strictestOwnOf' | 'start' | 'stop'
>;

/** Of a desk without a policy: whoever is paired may do everything. */
export const NO_POLICY: Policies = {
  read: () => undefined,
  onChange: () => () => undefined,
  rolesOf: (who) => rolesOf(who, undefined),
  ownOf: () => [],
  strictestOwnOf: () => [],
  start: () => undefined,
  stop: () => undefined,
};

/** The policy of a file that is read again when it changes. A wrong one changes nothing, and is told. */
export class PolicyKeeper {
  private readonly listeners = new Set<() => void>();
  private cancel = (): void => undefined;

  private constructor(
    private readonly options: PolicyKeeperOptions,
    private now: PolicyInForce,
    /** The text that was looked at last, right or wrong; `undefined` where it could not be read. */
    private seen: string | undefined,
  ) {}

  /** Fails for a file that is not right: a desk does not start with rights that nobody gave. */
  static open(options: PolicyKeeperOptions): Outcome<PolicyKeeper> {
    const text = textOf(options.file);
    if (!text.ok) return text;
    const policy = readPolicy(text.value);
    if (!policy.ok) return policy;
    const now = inForce(policy.value, text.value, options);
    return success(new PolicyKeeper(options, now, text.value));
  }

  read(): PolicyInForce | undefined {
    return this.now;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  rolesOf(who: Who): readonly Role[] {
    return rolesOf(who, this.now.policy);
  }

  ownOf(who: Who): readonly Own[] {
    return ownOf(who, this.now.policy);
  }

  strictestOwnOf(who: Who): readonly Own[] {
    return strictestOwnOf(who, this.now.policy);
  }

  /** Looks at the file every few seconds. */
  start(): void {
    this.cancel = this.options.clock.after(LOOK_MS, () => {
      this.look();
      this.start();
    });
  }

  stop(): void {
    this.cancel();
  }

  /** Takes the file as it is now, if it changed and is right. */
  look(): void {
    const { file, log } = this.options;
    const text = textOf(file);
    const seen = text.ok ? text.value : undefined;
    if (seen === this.seen) return;
    this.seen = seen;
    const policy = text.ok ? readPolicy(text.value) : text;
    if (policy.ok) {
      this.now = inForce(policy.value, seen ?? '', this.options);
      log.info('The policy was read again and holds from now on.', { sha256: this.now.digest });
    } else {
      this.now = { ...this.now, failure: policy.failure };
      log.error('The policy was changed and is not right: the one before stays in force.', {
        problem: sentence(policy.failure),
      });
    }
    for (const listener of this.listeners) listener();
  }
}

const inForce = (policy: Policy, text: string, { file, clock }: PolicyKeeperOptions): PolicyInForce => ({
  path: file.path,
  policy,
  readAt: clock.now(),
  digest: createHash('sha256').update(text).digest('hex'),
});

function textOf(file: PolicyFile): Outcome<string> {
  try {
    return success(file.text());
  } catch (error) {
    return wrong(`${file.path} cannot be read (${String(error)}).`);
  }
}

/** The policy that the text of a file gives, or a sentence that names the key that is not right. */
export function readPolicy(text: string): Outcome<Policy> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return wrong(`It is not JSON (${error instanceof Error ? error.message : 'no reason given'}).`);
  }
  const read = Policy.safeParse(json);
  return read.success ? success(read.data) : wrong(limitsProblem(read.error));
}

const wrong = (message: string) =>
  failed({
    kind: 'invalid-argument',
    message,
    next: `docs/people.md describes every key; roles are ${ROLES.join(', ')}.`,
  });
