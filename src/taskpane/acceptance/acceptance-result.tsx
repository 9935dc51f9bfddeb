import { Button } from '@fluentui/react-components';
import { lastSeenOf, type Quote } from '../../domain/quote';
import { sameLastSeen } from '../../domain/last-seen-price';
import type { Request } from '../../domain/request';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { PressResult } from '../pressing/press-result';
import type { Press } from '../pressing/presses';
import { useDesk } from '../use-desk';
import { priceInWords } from '../words/price-words';
import { netUnit } from '../words/request-words';

/** What has become of an acceptance; a price that moved is shown old → new, and needs a new choice. */
export function AcceptanceResult({
  request,
  press,
  quotes,
  onChoose,
}: {
  request: Request;
  press: Press;
  quotes: readonly Quote[];
  onChoose: (quote: Quote) => void;
}) {
  const { presses } = useDesk();
  const look = useLook();
  const now = press.failure?.kind === 'price-moved' ? movedTo(press, quotes) : undefined;
  return (
    <section className={look.card} aria-label="Acceptance">
      <h3 className={look.title}>Your acceptance</h3>
      <PressResult press={press} again="Close" />
      {now && (
        <NewPrice
          request={request}
          press={press}
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

function NewPrice({
  request,
  press,
  now,
  onChoose,
}: {
  request: Request;
  press: Press;
  now: Quote;
  onChoose: () => void;
}) {
  const { figures } = useDesk();
  const look = useLook();
  const unit = netUnit(request);
  if (press.body.kind !== 'accept-quote') return null;
  const { lastSeen } = press.body;
  if (sameLastSeen(lastSeen, lastSeenOf(now.price))) {
    return <Note>The new price is being fetched.</Note>;
  }
  const seenPrices = lastSeen.type === 'per-leg' ? lastSeen.legPrices : [lastSeen.spreadPrice];
  const old = seenPrices.map((price) => figures.price(price)).join(' / ');
  const fresh = priceInWords(now.price, { request, figures, unit });
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

function movedTo({ body }: Press, quotes: readonly Quote[]): Quote | undefined {
  if (body.kind !== 'accept-quote') return undefined;
  return quotes.find(({ id, state }) => id === body.quoteId && state === 'active');
}
