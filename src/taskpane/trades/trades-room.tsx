import { mergeClasses, Button } from '@fluentui/react-components';
import { useSharedStyles } from '../ui/styles';
import { useToday } from '../app/today';
import { STATUS, useAnswer, usePane } from '../app/hooks';
import { Only } from '../app/only';
import { DownloadForm } from './download-form';
import { TableList, PuttingProvider, useOnePutting } from './put-into-sheet';
import { useEffect, useRef, useState } from 'react';
import { emptiedInWords } from '../../domain/changed-trades';
import { hasEnded, type TradeDownload } from '../../domain/trade-download';
import type { Outcome } from '../../domain/failure';
import { Note } from '../ui/note';
import { counted } from '../ui/text/cell-text';
import { failureInWords } from '../ui/text/status-text';
import {
  downloadInWords,
  haveOf,
  isRemoved,
  setAsideInWords,
  shareOf,
  startedInWords,
  unprovenInWords,
  wantedInWords,
  Progress,
  useDownloads,
} from './downloads';
import { TradesOut } from './trades-out';

/** Trade downloads, and their trades put into the sheet or a file. */
export function TradesRoom() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const status = useAnswer(client, STATUS).value;
  const putting = useOnePutting();
  return (
    <section className={shared.room} aria-label="Trades">
      <h2 className={shared.title}>Trades</h2>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Downloads the details of all trades of these days. Each trade costs one call, once; sheets and files
        made of them cost none.
      </p>
      {status ? (
        <Parts zone={status.zone} putting={putting} />
      ) : (
        <p className={shared.text}>Loading the desk’s status…</p>
      )}
    </section>
  );
}

function Parts({ zone, putting }: { zone: string; putting: ReturnType<typeof useOnePutting> }) {
  const today = useToday(zone);
  return (
    <PuttingProvider value={putting}>
      <Only permission="files">
        <DownloadForm today={today} zone={zone} />
      </Only>
      <DownloadList today={today} />
      <TableList today={today} />
    </PuttingProvider>
  );
}

/** Trade downloads, the newest first, each with its buttons and its result. */
function DownloadList({ today }: { today: string }) {
  const shared = useSharedStyles();
  const { value: all, failure } = useDownloads();
  const value = all?.filter((capture) => !isRemoved(capture));
  return (
    <>
      <h3 className={shared.title}>Downloads</h3>
      {failure && <Note tone="bad">{failureInWords(failure)}</Note>}
      {!value && <p className={shared.text}>Loading the downloads…</p>}
      {value?.length === 0 && <p className={shared.text}>Nothing has been downloaded yet.</p>}
      <ul className={mergeClasses(shared.list, shared.section)} aria-label="Downloads">
        {byPeriod(value ?? []).map(([key, [newest, ...earlier]]) => (
          <li key={key} className={shared.card}>
            <OneDownload capture={newest} today={today} />
            {earlier.length > 0 && <Earlier captures={earlier} />}
          </li>
        ))}
      </ul>
    </>
  );
}

type Downloads = readonly [TradeDownload, ...TradeDownload[]];

/**
 * Finished downloads of the same days and filters together, the newest first, by what stays the same while newer ones come: an open card stays open. Any
 * other stands for itself: it has buttons, and may have less than one before it.
 */
function byPeriod(captures: readonly TradeDownload[]): readonly (readonly [string, Downloads])[] {
  const groups = new Map<string, Downloads>();
  for (const capture of captures) {
    const key = capture.state === 'done' ? wantedInWords(capture.wanted) : capture.id;
    const group = groups.get(key);
    groups.set(key, group ? [...group, capture] : [capture]);
  }
  return [...groups];
}

/** What a newer download of the same days stands for: a sheet or file of the newest has its trades. */
function Earlier({ captures }: { captures: readonly TradeDownload[] }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  return (
    <details className={shared.small}>
      <summary>{counted(captures.length, 'earlier download', formatters)} of these days</summary>
      <ul className={shared.list}>
        {captures.map((capture) => (
          <li key={capture.id}>
            <div className={shared.muted}>{startedInWords(capture, formatters)}</div>
            <div className={shared.digits}>{downloadInWords(capture, formatters)}</div>
            <SetAsides capture={capture} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function OneDownload({ capture, today }: { capture: TradeDownload; today: string }) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const [isOpen, setOpen] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  // What was pressed is at the top, with all that it opens below it.
  useEffect(() => {
    if (isOpen) shown.current?.closest('li')?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const what = wantedInWords(capture.wanted);
  const share = shareOf(capture);
  const emptied = emptiedInWords(capture);
  const zone = useAnswer(client, STATUS).value?.zone ?? 'UTC';
  const unproven = unprovenInWords(capture, zone, formatters);
  const isMoving = capture.state === 'listing' || capture.state === 'fetching';
  return (
    <>
      <div className={shared.spread}>
        <span className={shared.strong}>{what}</span>
        {haveOf(capture) > 0 && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Sheet or file
          </Button>
        )}
      </div>
      <div className={mergeClasses(shared.small, shared.muted)}>{startedInWords(capture, formatters)}</div>
      <div className={mergeClasses(shared.small, shared.digits)}>{downloadInWords(capture, formatters)}</div>
      {unproven && !isOpen && <Note tone={unproven.isWrong ? 'warning' : 'plain'}>{unproven.says}</Note>}
      {emptied !== undefined && <Note tone="warning">{emptied}</Note>}
      {!hasEnded(capture) && (
        <Progress label={`Progress of ${what}`} share={share ?? (isMoving ? undefined : 0)} />
      )}
      {!hasEnded(capture) && capture.cost && (
        <div className={mergeClasses(shared.small, shared.muted)}>Still to come: {capture.cost.says}</div>
      )}
      <Steps capture={capture} />
      <SetAsides capture={capture} />
      {isOpen && (
        <div ref={shown}>
          <TradesOut capture={capture} today={today} unproven={unproven} />
        </div>
      )}
    </>
  );
}

type Step = 'pause' | 'resume' | 'cancel';
const STEP_WORDS: Record<Step, string> = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' };

/** What failed for its own days or filters would fail again: another one is started, with better ones. What brought nothing can be removed. */
function stepsOf(capture: TradeDownload): Step[] {
  const { state, failure } = capture;
  if (state === 'done' || state === 'cancelled') return [];
  if (state === 'failed') {
    const again: Step[] = failure?.kind === 'invalid-argument' ? [] : ['resume'];
    return haveOf(capture) === 0 ? [...again, 'cancel'] : again;
  }
  return state === 'paused' ? ['resume', 'cancel'] : ['pause', 'cancel'];
}

function Steps({ capture }: { capture: TradeDownload }) {
  const { client } = usePane();
  const shared = useSharedStyles();
  const [asked, setAsked] = useState<Step>();
  const [refusal, setRefusal] = useState('');
  const take = async (step: Step): Promise<void> => {
    setAsked(step);
    const outcome: Outcome<TradeDownload> = await client.captures[step](capture.id);
    setAsked(undefined);
    setRefusal(outcome.ok ? '' : failureInWords(outcome.failure));
  };
  const steps = stepsOf(capture);
  return (
    <>
      {steps.length > 0 && (
        <div className={shared.line}>
          {steps.map((step) => (
            <Button
              key={step}
              size="small"
              disabledFocusable={asked !== undefined}
              onClick={() => void take(step)}
            >
              {step === 'cancel' && capture.state === 'failed' ? 'Remove' : STEP_WORDS[step]}
            </Button>
          ))}
        </div>
      )}
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </>
  );
}

/** What could not be captured, with the reason for each of the first ones. */
function SetAsides({ capture: { setAside, setAsideCount } }: { capture: TradeDownload }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  if (setAsideCount === 0) return null;
  const hidden = setAsideCount - setAside.length;
  return (
    <details className={shared.small}>
      <summary>{counted(setAsideCount, 'trade', formatters)} could not be downloaded</summary>
      <ul className={shared.list}>
        {setAside.map((one, index) => (
          <li key={index} className={shared.text}>
            {setAsideInWords(one)}
          </li>
        ))}
        {hidden > 0 && <li>And {formatters.count(hidden)} more.</li>}
      </ul>
    </details>
  );
}
