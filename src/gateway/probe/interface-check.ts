import type { InterfaceCheckAnswer, InterfaceReport } from '../../contract/desk/interface-check';
import type { Profile } from '../../contract/service/profile';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { present } from '../../domain/present';
import type { SignedLine } from '../platform/platform';
import { redacted } from '../platform/secrets';
import { ProbeCalls, READS_MAX } from './calls';
import { Draft } from './draft';
import type { Finding } from './findings';
import { probe, type ProbeReport } from './probe';

interface InterfaceCheckOptions {
  /** The service's address, without credentials. */
  readonly service: string;
  readonly profile: Profile;
  /** Absent while the desk is signed out. */
  readonly line: () => SignedLine | undefined;
}

/** Reads the platform of a desk that is signed in, when a person asks for it, and keeps the report until the desk signs out. */
export class InterfaceCheck {
  private last: InterfaceReport | undefined;
  private running: Promise<Outcome<InterfaceReport>> | undefined;

  constructor(private readonly options: InterfaceCheckOptions) {}

  read(): InterfaceCheckAnswer {
    return { callsMax: READS_MAX, ...(this.last && { report: this.last }) };
  }

  /** Two that ask at once get one report. */
  check(): Promise<Outcome<InterfaceReport>> {
    this.running ??= this.checked().finally(() => (this.running = undefined));
    return this.running;
  }

  private async checked(): Promise<Outcome<InterfaceReport>> {
    const { service, profile } = this.options;
    const line = this.options.line();
    if (!line) return failed(SIGNED_OUT);
    const report = await probe(new ProbeCalls(line), { draft: new Draft([JSON.stringify(profile)]) });
    if (!report.ok) return report;
    const told = toldOf(report.value, [line.apiKey, line.token, ...report.value.names]);
    this.last = { at: line.http.clock.now(), service, ...told };
    return success(this.last);
  }
}

const toldOf = (
  { findings, notes, callsMade }: ProbeReport,
  hidden: readonly string[],
): Pick<InterfaceReport, 'findings' | 'notes' | 'calls'> => ({
  calls: callsMade,
  findings: findings.map((finding) => shown(finding, hidden)),
  notes: notes.map((note) => redacted(note, hidden)),
});

function shown(
  { key, verdict, says, ...told }: Finding,
  hidden: readonly string[],
): InterfaceReport['findings'][number] {
  const text = (value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    return redacted(typeof value === 'string' ? value : JSON.stringify(value), hidden);
  };
  return {
    key,
    verdict,
    says: redacted(says, hidden),
    ...present({
      evidence: text(told.evidence),
      ask: text(told.ask),
      found: text(told.found),
      likely: text(told.likely),
    }),
  };
}

const SIGNED_OUT: Failure = {
  kind: 'signed-out',
  message: 'The desk is not signed in to the platform.',
  next: 'Sign in, then check its interface.',
};
