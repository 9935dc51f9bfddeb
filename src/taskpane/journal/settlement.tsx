import {
  Button,
  Checkbox,
  Field,
  mergeClasses,
  Radio,
  RadioGroup,
  Textarea,
} from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { Made, Note as SettlementNote, type ActionBody, type BodyOf } from '../../domain/action';
import { canBeSettled } from '../../domain/actions/action-event';
import { factsOf } from '../../domain/actions/kinds';
import { samePrice } from '../../domain/bulk/difference';
import { needsNumber } from '../../domain/actions/settling';
import { numberNamed } from '../../domain/verdict/evidence';
import { numberIn } from '../../domain/verdict/offer';
import { liveOn } from '../../domain/live-on';
import { useDoer } from '../app/doer';
import { useAnswer, usePane } from '../app/hooks';
import { pressedBy } from '../ui/text/doer-text';
import { ownQuoteInWords } from '../ui/text/own-offer-text';
import type { Entry } from '../app/journal-entries';
import { TextField } from '../ui/fields';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { failureInWords } from '../ui/text/status-text';

/** What a person has filled in so far. */
interface SettlementDraft {
  readonly verdict: 'executed' | 'not-executed' | undefined;
  /** The number that the service gave to what came of it, if the person knows it. */
  readonly number: string;
  readonly note: string;
}

/** The number that the desk found by itself, or that the answer named, waits to be confirmed. */
const firstDraft = ({ failure, evidence }: Entry): SettlementDraft => ({
  verdict: undefined,
  number: numberNamed({ failure }) ?? numberIn(evidence) ?? '',
  note: '',
});
const NOTE_LENGTH_MAX = 300;

/** Only what the desk wrote down, sent, and the service has not ended. */
export const settleable = (entry: Entry): boolean =>
  entry.written &&
  entry.state !== 'unanswered' &&
  entry.state !== 'refused' &&
  canBeSettled({ state: entry.state });

/** How the platform calls the number of a result. */
const NUMBERS: Record<keyof Made, string> = {
  quoteId: 'Quote id',
  tradeId: 'Trade id',
  proposalId: 'Proposal id',
  counterofferId: 'Counteroffer id',
  newRequestId: 'Request id',
};

/** Absent for an action that makes nothing. */
function numberLabel(body: ActionBody): string | undefined {
  const { makes } = factsOf(body);
  return makes && NUMBERS[makes];
}

type Judged =
  | {
      readonly ok: true;
      readonly settlement: { verdict: 'executed' | 'not-executed'; note: string } & Made;
      readonly words: string;
    }
  | { readonly ok: false; readonly why: string };

/** The settlement as it would be written down, or what is still missing. */
function judged(body: ActionBody, { verdict, number, note }: SettlementDraft): Judged {
  if (verdict === undefined) return { ok: false, why: 'Choose the result.' };
  const read = SettlementNote.safeParse(note.trim());
  if (!read.success) {
    const why =
      note.trim() === '' ? 'Enter how you know.' : `The note is longer than ${NOTE_LENGTH_MAX} characters.`;
    return { ok: false, why };
  }
  if (verdict === 'executed' && needsNumber(body) && number.trim() === '')
    return {
      ok: false,
      why: `Enter the ${NUMBERS.quoteId.toLowerCase()}: the desk withdraws it by that alone.`,
    };
  const made = verdict === 'executed' && number.trim() !== '' ? madeOf(body, number.trim()) : {};
  if (!made) return { ok: false, why: `${numberLabel(body) ?? 'The id'} is not a valid platform id.` };
  const { done, not } = factsOf(body).outcome;
  const words = verdict === 'executed' ? done : not;
  return { ok: true, settlement: { verdict, note: read.data, ...made }, words };
}

/** The number as the action's result; `undefined` where it cannot be one of the platform's. */
function madeOf(body: ActionBody, text: string): Made | undefined {
  const { makes } = factsOf(body);
  return makes ? Made.safeParse({ [makes]: text }).data : {};
}

interface SettlementProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

/** A person says how an action ended, and why, with a second press before it is final. */
export function SettlementForm({ entry, onClose }: SettlementProps) {
  const { body } = entry;
  return body.kind === 'send-quote' ? (
    <QuoteSettlement entry={entry} body={body} onClose={onClose} />
  ) : (
    <Settlement entry={entry} onClose={onClose} />
  );
}

/** Beside it the request's list is read: what stands there as it was sent speaks against "not live". */
function QuoteSettlement({ body, ...props }: SettlementProps & { body: BodyOf<'send-quote'> }) {
  const { client, formatters } = usePane();
  const { requestId: id } = body;
  const { value, fetchedAt } = useAnswer(
    client,
    useMemo(() => ({ kind: 'quotes', id }) as const, [id]),
  );
  const all = liveOn(body, { own: [], quotes: value?.records ?? [], isOwn: () => true });
  const live = all.filter(({ price }) => samePrice(price, body.price));
  const names = live.map((quote) => `${quote.quoteId}, ${ownQuoteInWords(quote, formatters)}`).join('; ');
  const when = fetchedAt === undefined ? '' : `, read ${formatters.second(fetchedAt)},`;
  return (
    <Settlement
      {...props}
      {...(live.length > 0 && { seen: `The request’s list${when} shows such a quote live: ${names}.` })}
    />
  );
}

/** `seen`: what the desk sees that speaks against "not live". It wants a confirmation of its own. */
function Settlement({ entry, onClose, seen }: SettlementProps & { seen?: string }) {
  const { client, notice } = usePane();
  const shared = useSharedStyles();
  const doer = useDoer();
  const [draft, setDraft] = useState(() => firstDraft(entry));
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [denied, setDenied] = useState<string>();
  const against = draft.verdict === 'not-executed' ? seen : undefined;
  const said = judged(entry.body, draft);
  const result: Judged =
    said.ok && against !== undefined && denied !== against ? { ok: false, why: NOT_DENIED } : said;
  const change = (next: SettlementDraft): void => {
    setDraft(next);
    setSure(false);
  };
  const settle = async (): Promise<void> => {
    if (!result.ok) return;
    setBusy(true);
    setRefusal('');
    const outcome = await client.settle(entry.id, result.settlement);
    setBusy(false);
    setSure(false);
    if (!outcome.ok) return setRefusal(failureInWords(outcome.failure));
    notice.set(`Resolved as ${result.words}: ${pressedBy(entry, doer(entry.by))}`);
    onClose();
  };
  return (
    <form className={shared.card} aria-label="Resolve manually" onSubmit={(event) => event.preventDefault()}>
      <p className={mergeClasses(shared.text, shared.small)}>
        Check the result on the platform. Your answer is kept in the journal, and corrected only by what the
        platform proves; nothing is sent.
      </p>
      <SettlementFields entry={entry} draft={draft} onDraft={change} />
      {against !== undefined && (
        <Note tone="alarm">
          {against} If it is yours, it can be traded.
          <Checkbox
            label={<span className={shared.small}>It is not this desk’s quote</span>}
            checked={denied === against}
            onChange={(_, { checked }) => {
              setSure(false);
              setDenied(checked === true ? against : undefined);
            }}
          />
        </Note>
      )}
      {isSure && result.ok ? (
        <PressButton
          primary
          label={isBusy ? 'Resolving…' : `Resolve as ${result.words}`}
          quiet={isBusy}
          onPress={() => void settle()}
        />
      ) : (
        <PressButton
          label="Continue"
          why={result.ok ? undefined : result.why}
          onPress={() => setSure(true)}
        />
      )}
      <div>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <div role="alert">{refusal !== '' && <Note tone="bad">{refusal}</Note>}</div>
    </form>
  );
}

const NOT_DENIED = 'A quote as it was sent is live. Confirm that it is not this desk’s.';

/** Of an offer both answers are of the past: one that was taken, or ended, did go live, and the desk reads what came of it by its number. */
function answersTo(body: ActionBody): { readonly done: string; readonly not: string } {
  const { leaves, outcome } = factsOf(body);
  return leaves === undefined
    ? { done: sentenceCase(outcome.done), not: sentenceCase(outcome.not) }
    : { done: 'Went live, whether or not it was traded since', not: 'Never went live' };
}

const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function SettlementFields({
  entry,
  draft,
  onDraft,
}: {
  entry: Entry;
  draft: SettlementDraft;
  onDraft: (draft: SettlementDraft) => void;
}) {
  const shared = useSharedStyles();
  const number = numberLabel(entry.body);
  const { done, not } = answersTo(entry.body);
  return (
    <>
      <Field label="What was the result?" size="small">
        <RadioGroup
          value={draft.verdict ?? ''}
          onChange={(_, { value }) =>
            onDraft({ ...draft, verdict: value === 'executed' ? 'executed' : 'not-executed' })
          }
        >
          <Radio value="executed" label={<span className={shared.small}>{done}</span>} />
          <Radio value="not-executed" label={<span className={shared.small}>{not}</span>} />
        </RadioGroup>
      </Field>
      {draft.verdict === 'executed' && number !== undefined && (
        <TextField
          label={needsNumber(entry.body) ? number : `${number} (if known)`}
          text={draft.number}
          onChange={(text) => onDraft({ ...draft, number: text })}
        />
      )}
      <Field
        label="How do you know?"
        size="small"
        hint={`${draft.note.trim().length} of ${NOTE_LENGTH_MAX} characters`}
      >
        <Textarea
          size="small"
          rows={3}
          value={draft.note}
          onChange={(_, { value }) => onDraft({ ...draft, note: value })}
        />
      </Field>
    </>
  );
}
