import { askFor, PROFILE_KEYS } from './profile-keys';

type Verdict = 'holds' | 'contradicted' | 'cannot be known from here';

/** What was found out about one key of the profile. */
export interface Finding {
  readonly key: string;
  readonly verdict: Verdict;
  readonly says: string;
  /** A fragment of an answer, blotted out. */
  readonly evidence?: string;
  /** What the key must be, proven. */
  readonly found?: unknown;
  /** What the key is likely to be: a person compares it before it counts. */
  readonly likely?: unknown;
  readonly ask?: string;
}

type Beside = Pick<Finding, 'evidence' | 'found' | 'likely'>;

/** Collects one finding for each key; what was contradicted stays so. */
export class Findings {
  private readonly byKey = new Map<string, Finding>();

  holds(key: string, says: string, beside: Beside = {}): void {
    if (this.byKey.get(key)?.verdict !== 'contradicted')
      this.byKey.set(key, { key, verdict: 'holds', says, ...beside });
  }

  contradicted(key: string, says: string, beside: Beside = {}): void {
    const ask = beside.found === undefined ? { ask: askFor(key) } : {};
    this.byKey.set(key, { key, verdict: 'contradicted', says, ...beside, ...ask });
  }

  unknown(key: string, says: string, beside: Beside = {}): void {
    if (this.byKey.has(key)) return;
    this.byKey.set(key, { key, verdict: 'cannot be known from here', says, ...beside, ask: askFor(key) });
  }

  get(key: string): Finding | undefined {
    return this.byKey.get(key);
  }

  /** One for every key of the profile, in its order. */
  all(): readonly Finding[] {
    return PROFILE_KEYS.map(
      ({ key, isProbed, ask }) =>
        this.byKey.get(key) ?? {
          key,
          verdict: 'cannot be known from here',
          says: isProbed ? 'Nothing that was read shows it.' : 'No reading call shows it.',
          ask,
        },
    );
  }
}
