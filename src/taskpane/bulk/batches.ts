import { useState } from 'react';
import type { PaneContext } from '../app/context';
import { usePane } from '../app/hooks';
import { BulkQuoting } from './bulk-quoting';
import { RequestBatch } from './request-batch';

/** What rows of a table become. */
export type BatchPurpose = 'quotes' | 'requests';
export type Batch = BulkQuoting | RequestBatch;

/** The one batch of each purpose of this pane, made when its room is opened; it goes on while a person looks into other rooms. */
export function useBatches(): Readonly<Record<BatchPurpose, Batch>> {
  const pane = usePane();
  const [batches] = useState(() => ({
    quotes: opened(pane, pane.bulk, BulkQuoting),
    requests: opened(pane, pane.requestBatch, RequestBatch),
  }));
  return batches;
}

type Options = ConstructorParameters<typeof BulkQuoting>[0];

function opened<T extends Batch>(
  { client, presses, formatters, arm, office }: PaneContext,
  place: PaneContext['bulk'],
  Made: new (options: Options) => T,
): T {
  const known = place.get();
  if (known instanceof Made) return known;
  const made = new Made({
    client,
    presses,
    formatters,
    isArmed: () => arm.armed,
    sheet: () => {
      const excel = office.get();
      return excel.kind === 'excel' ? excel.sheet : undefined;
    },
  });
  client.watch({ kind: 'status' }, ({ value }) => {
    if (value) made.showIn(value.shownZone ?? value.zone);
  });
  place.set(made);
  return made;
}
