import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { Quantity } from '../../domain/quantity';
import { mostOf, type Request } from '../../domain/request';
import { unreadInWords, type Unread } from '../../domain/unread';
import { Age } from '../app/age';
import { useDisarmed, useHeldBack } from '../app/held-back';
import { usePane } from '../app/hooks';
import { isProposal, type Choice, type Choosable, type Frozen } from '../quoting/choice';
import { focusRoomTitle } from '../ui/focus';
import { Note } from '../ui/note';
import { PressButton } from '../ui/press-button';
import { useSharedStyles } from '../ui/styles';
import { leftInWords, withUnit } from '../ui/text/request-text';
import { notionalLines, nounOf, partAllowed, partsInWords, partToStartWith, prepared } from './acceptance';
import { MovedOffer } from './choosing';
import { useLimits, useLimitTick } from './pre-trade-limits';
import { NumberField } from './price-fields';

/** A press sooner than this after choosing belongs to the choosing. */
export const TOO_SOON_MS = 500;

interface PanelProps<O extends Choosable> {
  readonly request: Request;
  readonly choice: Exclude<Choice<O>, { state: 'none' }>;
  /** Other offers on its side that cannot be read: one may be better. */
  readonly unread: readonly Unread[];
  /** Why the prices on the screen cannot be relied on now. */
  readonly aging: string | undefined;
  readonly onChoose: (offer: O) => void;
  readonly onDrop: () => void;
}

/** What would be traded, frozen as it was shown, and the one button that trades it. */
export function AcceptancePanel<O extends Choosable>(props: PanelProps<O>) {
  const { request, choice, unread, aging, onChoose, onDrop } = props;
  const shared = useSharedStyles();
  const panel = useRef<HTMLElement>(null);
  const { frozen } = choice;
  useEffect(() => panel.current?.focus(), [frozen]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={shared.card}
      aria-label="Confirm acceptance"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        focusRoomTitle(event.currentTarget);
        onDrop();
      }}
    >
      <h3 className={shared.title}>
        Accept this {isProposal(frozen.offer) ? 'firm price proposal' : 'quote'}?
      </h3>
      {choice.state === 'moved' ? (
        <MovedOffer request={request} choice={choice} onChoose={onChoose} />
      ) : (
        <Offer key={frozen.frozenAt} request={request} frozen={frozen} unread={unread} aging={aging} />
      )}
      <div>
        <Button
          size="small"
          appearance="secondary"
          onClick={({ currentTarget }) => {
            focusRoomTitle(currentTarget);
            onDrop();
          }}
        >
          Cancel
        </Button>
      </div>
    </section>
  );
}

function Offer({
  request,
  frozen,
  unread,
  aging,
}: {
  request: Request;
  frozen: Frozen;
  unread: readonly Unread[];
  aging: string | undefined;
}) {
  const { formatters, presses, client, notice } = usePane();
  const shared = useSharedStyles();
  const [part, setPart] = useState(() => partToStartWith(request, frozen));
  const heldBack = useHeldBack(request.id);
  const disarmed = useDisarmed();
  const ready = prepared(request, frozen, { part, formatters });
  const limits = useLimits(request);
  const tick = useLimitTick(ready.ok ? limits(ready.body) : [], part);
  const press = (): void => {
    if (!ready.ok) return;
    if (client.clock.now() - frozen.frozenAt < TOO_SOON_MS) {
      notice.set('Too soon after choosing: read it, then press again.');
      return;
    }
    const shown = `${ready.shown} (${request.id}, ${nounOf(frozen.offer)} ${frozen.offer.id})`;
    presses.press(ready.body, shown, tick.accepted);
  };
  return (
    <>
      <p className={mergeClasses(shared.text, shared.strong)}>{ready.ok ? `${ready.shown}.` : ready.why}</p>
      {ready.ok && <Terms request={request} frozen={frozen} quantity={ready.quantity} />}
      {partAllowed(request, frozen.offer) && (
        <PartField
          request={request}
          frozen={frozen}
          text={part}
          why={ready.ok ? undefined : ready.why}
          onChange={setPart}
        />
      )}
      {unread.length > 0 && (
        <Note tone="warning">
          {unreadInWords(unread, nounOf(frozen.offer))}, so it is not known whether this is the best.
        </Note>
      )}
      {tick.shown}
      <PressButton
        primary
        keys="space"
        label="Accept"
        why={aging ?? heldBack ?? (ready.ok ? (tick.why ?? disarmed) : ready.why)}
        onPress={press}
      />
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Press with Space or a click; Enter does nothing here.
      </p>
    </>
  );
}

function Terms({ request, frozen, quantity }: { request: Request; frozen: Frozen; quantity: Quantity }) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const { offer, frozenAt } = frozen;
  const left = leftInWords(request, formatters);
  return (
    <ul className={mergeClasses(shared.list, shared.small)} aria-label="Terms">
      {notionalLines(request, offer.price, { quantity, formatters }).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {left !== undefined && (
        <li>
          <strong>{left}</strong> of the request.
        </li>
      )}
      <li>{partsInWords(request, offer)}</li>
      <li className={shared.muted}>
        Price as shown at {formatters.time(frozenAt)}, <Age at={frozenAt} /> ago; anything else is refused.
      </li>
    </ul>
  );
}

const LABEL = 'Quantity to accept';

/** How much of an offer to take, where parts are possible. */
function PartField({
  request,
  frozen,
  text,
  why,
  onChange,
}: {
  request: Request;
  frozen: Frozen;
  text: string;
  why: string | undefined;
  onChange: (text: string) => void;
}) {
  const { formatters } = usePane();
  const unit = request.legs[0]?.quantityUnit;
  const most = mostOf(request, frozen.offer);
  return (
    <NumberField
      label={most === undefined ? LABEL : `${LABEL} (max ${withUnit(formatters.quantity(most), unit)})`}
      unit={unit}
      text={text}
      read={undefined}
      findings={why === undefined ? [] : [{ level: 'block', field: 'quantity', code: 'part', text: why }]}
      onChange={onChange}
    />
  );
}
