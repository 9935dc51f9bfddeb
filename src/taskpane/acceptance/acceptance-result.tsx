import { Button } from '@fluentui/react-components';
import type { ActionBody, BodyOf } from '../../domain/action';
import { sameLastSeen } from '../../domain/last-seen-price';
import { lastSeenOf } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { onlyTakeable, type Choosable } from '../choosing/choice';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressResult } from '../pressing/press-result';
import type { Press } from '../pressing/presses';
import { useDesk } from '../use-desk';
import { changeInWords, priceSeen } from '../words/offer-words';
import { oppositeSide, ourDirection } from '../words/side-words';
import { isWhole } from './acceptance';

type Acceptance = BodyOf<'accept-quote'> | BodyOf<'accept-proposal'>;

/** What has become of an acceptance; a price that moved is shown old → new, and needs a new choice. */
export function AcceptanceResult<O extends Choosable>({
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
  const { presses } = useDesk();
  const look = useLook();
  const body = acceptanceIn(press.body);
  const now = body && hasMoved(press) ? movedTo(request, body, offers) : undefined;
  return (
    <section className={look.card} aria-label="Acceptance">
      <h3 className={look.title}>Your acceptance</h3>
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
export const hasMoved = ({ body, failure }: Pick<Press, 'body' | 'failure'>): boolean =>
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
  const { figures } = useDesk();
  const look = useLook();
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
  const [old, fresh] = changeInWords({ ...was, direction: now.direction }, is, { request, figures });
  return (
    <div className={look.section}>
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
