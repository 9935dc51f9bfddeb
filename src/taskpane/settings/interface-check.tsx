import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { GatewayClient } from '../../client/client';
import { success, type Failure, type Outcome } from '../../domain/failure';
import { GivenFile } from '../app/file-download';
import { usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

type Answered<F extends 'interfaceReport' | 'checkInterface'> =
  Awaited<ReturnType<GatewayClient[F]>> extends Outcome<infer T> ? T : never;
type Known = Answered<'interfaceReport'>;
type Report = Answered<'checkInterface'>;
type Finding = Report['findings'][number];

/** What of the service profile the platform was seen to keep to. It costs calls only when a person asks for it. */
export function InterfacePart() {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const { known, failure, isBusy, check } = useInterface();
  const report = known?.report;
  return (
    <section className={shared.section} aria-label="Interface">
      <h3 className={shared.subtitle}>Interface</h3>
      {report ? (
        <Told report={report} />
      ) : (
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          Not checked since this sign-in. The check reads the platform, and says which parts of its interface
          work as expected. It sends nothing.
        </p>
      )}
      <div className={shared.line}>
        <Button size="small" disabledFocusable={isBusy || known === undefined} onClick={() => void check()}>
          {isBusy ? 'Checking…' : 'Check the interface'}
        </Button>
        {known && (
          <span className={mergeClasses(shared.small, shared.muted)}>
            costs at most {formatters.count(known.callsMax)} calls
          </span>
        )}
      </div>
      <div role="alert">{failure && <Note tone="bad">{failureInWords(failure)}</Note>}</div>
    </section>
  );
}

function useInterface() {
  const { client } = usePane();
  const [known, setKnown] = useState<Known>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let wanted = true;
    void client.interfaceReport().then((told) => {
      if (!wanted) return;
      if (told.ok) setKnown(told.value);
      else setFailure(told.failure);
    });
    return () => void (wanted = false);
  }, [client]);
  const check = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const told = await client.checkInterface();
    setBusy(false);
    if (told.ok) setKnown((last) => last && { ...last, report: told.value });
    else setFailure(told.failure);
  };
  return { known, failure, isBusy, check };
}

const useStyles = makeStyles({
  findings: { maxHeight: '320px', overflowY: 'auto' },
  seen: { overflowWrap: 'anywhere' },
});

/** One quiet line, and below it the keys, what was contradicted first. */
function Told({ report }: { report: Report }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const styles = useStyles();
  const { findings, notes } = report;
  const contradicted = findings.filter(({ verdict }) => verdict === 'contradicted');
  const open = findings.filter(({ verdict }) => verdict === 'cannot be known from here');
  const holding = findings.filter(({ verdict }) => verdict === 'holds');
  return (
    <>
      <details className={shared.small}>
        <summary>{countsOf({ contradicted, open, holding }, report, formatters)}</summary>
        <div className={styles.findings} tabIndex={0} role="group" aria-label="Keys of the service profile">
          <Findings title="Contradicted" findings={contradicted} />
          {notes.map((note) => (
            <p key={note} className={shared.text}>
              {note}
            </p>
          ))}
          <Findings title="Cannot be known by reading" findings={open} />
          <Findings title="Holds" findings={holding} />
        </div>
      </details>
      <GivenFile asks={[{ label: 'Save the report', ask: async () => success(fileOf(report)) }]} />
    </>
  );
}

const countsOf = (
  { contradicted, open, holding }: Record<'contradicted' | 'open' | 'holding', readonly Finding[]>,
  { at, calls }: Report,
  formatters: Formatters,
): string => {
  const counts = `${formatters.count(holding.length)} hold, ${formatters.count(contradicted.length)} contradicted, ${formatters.count(open.length)} cannot be known by reading`;
  return `${counts}. Checked ${formatters.second(at)} in ${formatters.count(calls)} calls.`;
};

function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  const shared = useSharedStyles();
  const styles = useStyles();
  if (findings.length === 0) return null;
  return (
    <>
      <h4 className={mergeClasses(shared.text, shared.strong)}>{title}</h4>
      <ul className={shared.list} aria-label={title}>
        {findings.map(({ key, says, found, likely, evidence, ask, verdict }) => (
          <li key={key} className={mergeClasses(shared.text, styles.seen)}>
            <span className={shared.strong}>{key}</span> {says}
            {found !== undefined && verdict === 'contradicted' && ` Found: ${found}.`}
            {likely !== undefined && ` Likely, to be compared: ${likely}.`}
            {evidence !== undefined && verdict !== 'holds' && ` Seen: ${evidence}.`}
            {ask !== undefined && ` Ask the operator: ${ask}`}
          </li>
        ))}
      </ul>
    </>
  );
}

const fileOf = (report: Report) => ({
  name: `spreaddesk-interface-${new Date(report.at).toISOString().slice(0, 10)}.json`,
  content: new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
});
