import { mergeClasses } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { coverageIn, type CoverageAnswer } from '../../client/trade-downloads';
import type { DownloadSelection } from '../../domain/trade-download';
import { daysInWords } from '../../domain/delivery/product-words';
import { usePane } from '../app/hooks';
import type { Formatters } from '../ui/formatters';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { counted } from '../ui/text/cell-text';
import { useDownloads, type Unproven } from './downloads';

/**
 * Whether the stored trades of a period are all that the platform listed, and up to when that is known. It costs no call, and is
 * read again whenever a download, of whichever period, brings something, and when a file was saved.
 */
export function Completeness({
  wanted,
  saved,
  unproven,
}: {
  wanted: DownloadSelection;
  saved: string | undefined;
  /** What the download itself knows against it: it stays until more is known. */
  unproven: Unproven | undefined;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const downloads = useDownloads().value ?? [];
  const moment = JSON.stringify([saved, ...downloads.map(({ id, state, counts }) => [id, state, counts])]);
  const known = useFacts(wanted, moment);
  const facts = known?.facts;
  if (!facts) {
    const unknown = known ? 'Whether these trades are complete could not be read.' : undefined;
    if (unproven || unknown !== undefined)
      return (
        <Note tone={unproven?.isWrong || unknown !== undefined ? 'warning' : 'plain'}>
          {[unproven?.says, unknown].filter(Boolean).join(' ')}
        </Note>
      );
    return (
      <p className={mergeClasses(shared.text, shared.small)}>Checking whether these trades are complete…</p>
    );
  }
  if (facts.complete) {
    return (
      <p className={mergeClasses(shared.text, shared.small)}>
        {`${facts.trades === 0 ? 'No trades in this period' : `Complete: ${haveInWords(facts, formatters)}`}. ${readInWords(facts, formatters)}`}
      </p>
    );
  }
  const problems = facts.problems.map((problem) => withTimesInWords(problem, formatters));
  if (facts.problems.every((problem) => IS_RUNNING.test(problem)) && problems.length > 0)
    return <Note>{`${haveInWords(facts, formatters)}. ${problems.join(' ')}`}</Note>;
  return (
    <Note tone="warning">
      {`Not proven complete: ${haveInWords(facts, formatters)}. ${[...problems, ...readBeside(facts, formatters)].join(' ')}`}
    </Note>
  );
}

/** That a day goes on is nothing wrong. */
const IS_RUNNING = /^\S+ is not over: /;

/** Files have days as YYYY-MM-DD and moments in UTC; a person reads "24 Nov 2026", and of a day named before the time alone. */
const withTimesInWords = (problem: string, formatters: Formatters): string =>
  problem
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => formatters.time(Date.parse(moment)))
    .replaceAll(/\d{4}-\d\d-\d\d/g, (day) => daysInWords(day, day) ?? day);

/** A day that is not over says it itself. */
const readBeside = (facts: CoverageAnswer, formatters: Formatters): readonly string[] => {
  const until = facts['complete-until'];
  const isSaid = until !== null && facts.problems.some((problem) => problem.includes(until));
  return isSaid ? [] : [readInWords(facts, formatters)];
};

const haveInWords = ({ trades }: CoverageAnswer, formatters: Formatters): string =>
  `${counted(trades, 'trade', formatters)} stored by now`;

function readInWords(
  { 'complete-until': until, 'list-read-at': read }: CoverageAnswer,
  formatters: Formatters,
): string {
  const last = read.at(-1);
  if (until === null || last === undefined) return 'It is not known up to when the list has no gap.';
  const moment = (iso: string): string => formatters.second(Date.parse(iso));
  return `List without a gap until ${moment(until)}, last read ${moment(last)}.`;
}

function useFacts(
  { from, to, venues, commodities }: DownloadSelection,
  moment: string,
): { readonly facts: CoverageAnswer | undefined } | undefined {
  const { client } = usePane();
  const key = JSON.stringify({ from, to, venues, commodities });
  const [known, setKnown] = useState<{ key: string; facts: CoverageAnswer | undefined }>();
  useEffect(() => {
    let isLeft = false;
    const ask = async (): Promise<void> => {
      const wanted = JSON.parse(key) as DownloadSelection;
      const file = await client.captures.file(wanted, { format: 'about', preset: 'desk' });
      const facts = file.ok ? coverageIn(await file.value.content.text()) : undefined;
      if (!isLeft) setKnown({ key, facts });
    };
    void ask();
    return () => void (isLeft = true);
  }, [client, key, moment]);
  return known?.key === key ? known : undefined;
}
