import { useState } from 'react';
import type { PaneDesk } from '../pane-desk';
import { useDesk } from '../use-desk';
import { BulkDesk } from './bulk-desk';

/** The one desk for bulk quotes of this pane, opened with its room. */
export function useBulk(): BulkDesk {
  const desk = useDesk();
  const [bulk] = useState(() => bulkOf(desk));
  return bulk;
}

function bulkOf({ client, presses, figures, arm, office, bulk }: PaneDesk): BulkDesk {
  const known = bulk.get();
  if (known) return known;
  const made = new BulkDesk({
    client,
    presses,
    figures,
    isArmed: () => arm.armed,
    sheet: () => {
      const place = office.get();
      return place.kind === 'excel' ? place.sheet : undefined;
    },
  });
  client.watch({ kind: 'status' }, ({ value }) => {
    if (value) made.showIn(value.shownZone ?? value.zone);
  });
  bulk.set(made);
  return made;
}
