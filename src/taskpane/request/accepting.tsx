import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { ActionBody, BodyOf } from '../../domain/action';
import { lastSeenOf } from '../../domain/offers';
import { sameLastSeen } from '../../domain/price';
import type { Listing } from '../../domain/record';
import type { Request } from '../../domain/request';
import type { Answer } from '../../domain/resources/resource';
import { unreadOn } from '../../domain/unread';
import { usePressAbout } from '../app/held-back';
import { usePane } from '../app/hooks';
import { PressResult } from '../app/press-result';
import type { Press } from '../app/presses';
import { onlyTakeable, type Choosable } from '../quoting/choice';
import { Note } from '../ui/note';
import { useSharedStyles } from '../ui/styles';
import { changeInWords, oppositeSide, ourDirection, priceSeen } from '../ui/text/offer-text';
import { agingInWords } from '../ui/text/status-text';
import { isWhole } from './acceptance';
import { AcceptancePanel } from './acceptance-panel';
import type { Choosing } from './choosing';

type ListAnswer<O> = Pick<Answer, 'state' | 'fetchedAt'> & { readonly value?: Listing<O> };

interface AcceptingProps<O extends Choosable> {
  readonly kind: 'accept-quote' | 'accept-proposal';
  readonly request: Request;
  readonly answer: ListAnswer<O>;
  readonly choosing: Choosing<O>;
}

/** The offer that was chosen, frozen, with the one button that takes it; then what became of that. */
export function Accepting<O extends Choosable>({ kind, request, answer, choosing }: AcceptingProps<O>) {
  const { client, formatters } = usePane();
  const { choice, choose, drop } = choosing;
  const { id } = request;
  const press = usePressAbout({ kind, requestId: id });
  const moved = press !== undefined && hasMoved(press);
  useEffect(() => {
    if (moved) client.refresh([{ kind: LISTS[kind], id }]);
  }, [client, moved, kind, id]);
  if (press) {
    const offers = answer.value?.records ?? [];
    return <AcceptanceResult request={request} press={press} offers={offers} onChoose={choose} />;
  }
  if (choice.state === 'none') return null;
  return (
    <AcceptancePanel
      request={request}
      choice={choice}
      unread={unreadOn(answer.value?.unreadable ?? [], choice.frozen.offer.direction)}
      aging={answer.state === 'stale' ? agingInWords(answer, formatters) : undefined}
      onChoose={choose}
      onDrop={drop}
    />
  );
}

const LISTS = { 'accept-quote': 'quotes', 'accept-proposal': 'proposals' } as const;

type Acceptance = BodyOf<'accept-quote'> | BodyOf<'accept-proposal'>;

/** What has become of an acceptance; a price that moved is shown old → new, and needs a new choice. */
function AcceptanceResult<O extends Choosable>({
  request,
  press,
  offers,
  onChoose,
}: {
  request: Request;
  press: Press;
  offers: readonly O[];
  onChoose: (offer: O) => void;
}) {
  const { presses } = usePane();
  const shared = useSharedStyles();
  const body = acceptanceIn(press.body);
  const now = body && hasMoved(press) ? movedTo(request, body, offers) : undefined;
  return (
    <section className={shared.card} aria-label="Acceptance">
      <h3 className={shared.title}>Your acceptance</h3>
      <PressResult press={press} again="Close" />
      {body && now && (
        <NewPrice
          request={request}
          body={body}
          now={now}
          onChoose={() => {
            presses.dismiss(press.id);
            onChoose(now);
          }}
        />
      )}
    </section>
  );
}

/** A price proposal that moved is another one, so that the old one is not found. */
const hasMoved = ({ body, failure }: Pick<Press, 'body' | 'failure'>): boolean =>
  failure?.kind === 'price-moved' || (failure?.kind === 'not-found' && body.kind === 'accept-proposal');

const acceptanceIn = (body: ActionBody): Acceptance | undefined => ('lastSeen' in body ? body : undefined);

function NewPrice({
  request,
  body,
  now,
  onChoose,
}: {
  request: Request;
  body: Acceptance;
  now: Choosable;
  onChoose: () => void;
}) {
  const { formatters } = usePane();
  const shared = useSharedStyles();
  const { shownQuantity, shownAllOrNone } = body;
  const whole = isWhole(request, now);
  const sameQuantity = shownQuantity === undefined || shownQuantity === now.quantity;
  const sameTerms = sameQuantity && (shownAllOrNone === undefined || shownAllOrNone === whole);
  if (idIn(body) === now.id && sameTerms && sameLastSeen(body.lastSeen, lastSeenOf(now.price))) {
    return <Note>The new price is being fetched.</Note>;
  }
  const was = {
    id: idIn(body),
    price: priceSeen(body.lastSeen),
    allOrNone: shownAllOrNone ?? whole,
    ...(shownQuantity !== undefined && { quantity: shownQuantity }),
  };
  const is = { ...now, allOrNone: whole };
  const [old, fresh] = changeInWords({ ...was, direction: now.direction }, is, { request, formatters });
  return (
    <div className={shared.section}>
      <Note tone="warning" live>
        {old} → {fresh}
      </Note>
      <div>
        <Button size="small" onClick={onChoose}>
          Look at the new price: {fresh}
        </Button>
      </div>
    </div>
  );
}

const idIn = (body: Acceptance): string => (body.kind === 'accept-quote' ? body.quoteId : body.proposalId);

function movedTo<O extends Choosable>(
  request: Request,
  body: Acceptance,
  offers: readonly O[],
): O | undefined {
  const same = offers.find(({ id, state }) => id === idIn(body) && (state ?? 'active') === 'active');
  if (same || body.kind === 'accept-quote') return same;
  return onlyTakeable(offers, oppositeSide(ourDirection(request)));
}
