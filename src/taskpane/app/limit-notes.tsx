import { mergeClasses } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { Note } from '../ui/note';
import type { Finding, FindingLevel } from '../quoting/pre-trade-check';

/** Money that is given away by the press itself. */
const IN_RED: ReadonlySet<string> = new Set(['worse-than-best']);

export const toneOf = (level: FindingLevel, code: string): 'bad' | 'warning' =>
  level === 'block' || IN_RED.has(code) ? 'bad' : 'warning';

/** What the limits of the desk say, each in a sentence; what could not be checked stands in one quiet paragraph. */
export function LimitNotes({ findings }: { findings: readonly NotedFinding[] }) {
  return (
    <>
      {findings
        .filter(({ level }) => level !== 'note')
        .map(({ level, code, text }) => (
          <Note key={text} tone={toneOf(level, code)}>
            {text}
          </Note>
        ))}
      <Unchecked findings={findings} />
    </>
  );
}

type NotedFinding = Pick<Finding, 'level' | 'text' | 'code'>;

function Unchecked({ findings }: { findings: readonly NotedFinding[] }) {
  const shared = useSharedStyles();
  const unchecked = findings.filter(({ level }) => level === 'note').map(({ text }) => text);
  if (unchecked.length === 0) return null;
  return <p className={mergeClasses(shared.text, shared.small, shared.muted)}>{unchecked.join(' ')}</p>;
}
