import { mergeClasses } from '@fluentui/react-components';
import { statedPrice } from '../../domain/price';
import { LIMITS, QUOTA, useAnswer, useNow, usePane } from '../app/hooks';
import { age, type Formatters } from '../ui/formatters';
import { Facts, type Fact } from '../ui/facts';
import { useSharedStyles } from '../ui/styles';
import { amountsInWords, moneyInWords } from './program-words';
import type { ProgramPreview, SheetProgram } from './sheet-program';
import { WarningGroups } from './warning-groups';
import { countsInWords, type StartCounts, type WarningGroup } from './warning-ticks';

const HOUR_MS = 3_600_000;

interface BeforeStartProps {
  readonly program: SheetProgram;
  readonly preview: ProgramPreview & { readonly at: number };
  readonly counts: StartCounts;
  readonly groups: readonly WarningGroup[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
}

/** What a start would send now, what it comes to, what it costs in calls, its bounds, and the warnings to tick. */
export function BeforeStart({ program, preview, counts, groups, ticked, onTick }: BeforeStartProps) {
  const { client, formatters } = usePane();
  const shared = useSharedStyles();
  const quota = useAnswer(client, QUOTA).value;
  const fourEyes = useAnswer(client, LIMITS).value?.fourEyes !== undefined;
  const now = useNow();
  /** Of the rows that follow; with every row, where warnings are still to tick. */
  const together = (told: (totals: StartCounts['totals']) => string): string => {
    const [these, all] = [told(counts.totals), told(preview)];
    return these === all ? these : `${these} (${all} with every warning ticked)`;
  };
  const farthest = (): string => {
    const all = worstInWords(preview.worst, formatters);
    // While no row follows, none of them is compared with anything.
    return counts.follow > 0
      ? together(({ worst }) => worstInWords(worst, formatters))
      : preview.worst.percent === undefined && preview.worst.amount === undefined
        ? '–'
        : `– (${all} with every warning ticked)`;
  };
  const facts: Fact[] = [
    ['Follow the sheet', countsInWords(counts, (value) => formatters.count(value))],
    ['Live at once', together(({ volumes }) => amountsInWords(volumes, formatters) || '–')],
    ['Money', together(({ notionals }) => moneyInWords(notionals, formatters) || '–')],
    ['Farthest from the market', farthest()],
    ['Calls now', together(({ callsNow }) => formatters.count(callsNow))],
    ['Calls an hour', callsInWords(preview, age(program.movement.watchedMs), formatters)],
    [
      'Programs may still use',
      `${formatters.count(preview.callsLeft)} of ${quota ? `the ${formatters.count(quota.left)}` : 'the'} calls left today`,
    ],
    ['They run out', spentInWords(preview, { now, resetsAt: quota?.resetsAt }, formatters)],
  ];
  return (
    <section className={shared.section} aria-label="Before the start">
      <Facts facts={facts} />
      <WarningGroups groups={groups} ticked={ticked} onTick={onTick} />
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        As checked at {formatters.time(preview.at)}; the press reads the sheet once more.
        {fourEyes && ' A row that would need another person’s approval is held.'}
      </p>
    </section>
  );
}

type Calls = Pick<ProgramPreview, 'callsPerHour' | 'callsPerHourMax' | 'callsLeft'>;

/** "about 210 as the sheet moved in the last 3 min, at most 4,944": it was watched before anything was started. */
function callsInWords(
  { callsPerHour, callsPerHourMax }: Calls,
  watched: string,
  formatters: Formatters,
): string {
  const most = `at most ${formatters.count(callsPerHourMax)}`;
  return callsPerHour === undefined
    ? `${most}; the sheet’s own pace is not known yet`
    : `about ${formatters.count(callsPerHour)} as the sheet moved in the last ${watched}, ${most}`;
}

interface Day {
  readonly now: number;
  /** When the day's calls are there again (epoch ms), where that is known. */
  readonly resetsAt: number | undefined;
}

/** "at about 17:40 at this pace, at about 12:10 at the earliest": the programs' calls of the day, from now on. */
function spentInWords(
  { callsPerHour, callsPerHourMax, callsLeft }: Calls,
  day: Day,
  formatters: Formatters,
): string {
  if (callsLeft === 0) return 'already';
  const at = (perHour: number): string => whenSpent((callsLeft * HOUR_MS) / perHour, day, formatters);
  const earliest = at(callsPerHourMax);
  if (!isToday((callsLeft * HOUR_MS) / callsPerHourMax, day)) return earliest;
  return callsPerHour === undefined || callsPerHour === 0
    ? `${earliest} at the earliest`
    : `${at(callsPerHour)} at this pace, ${earliest} at the earliest`;
}

const isToday = (inMs: number, { now, resetsAt = now + 24 * HOUR_MS }: Day): boolean => now + inMs < resetsAt;

function whenSpent(inMs: number, day: Day, formatters: Formatters): string {
  if (isToday(inMs, day)) return `at about ${formatters.clock(day.now + inMs)}`;
  const { resetsAt } = day;
  return resetsAt === undefined ? 'not today' : `not before the reset at ${formatters.clock(resetsAt)}`;
}

function worstInWords({ percent, amount }: ProgramPreview['worst'], formatters: Formatters): string {
  const price = amount === undefined ? undefined : statedPrice(amount);
  const parts = [
    percent !== undefined && `${percent.replace('-', '−')} %`,
    price !== undefined && `${formatters.signed(price)} of a spread`,
  ].filter(Boolean);
  return parts.length === 0 ? 'no market to compare with' : parts.join(', ');
}
