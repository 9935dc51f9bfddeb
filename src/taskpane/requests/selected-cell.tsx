import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { useLook } from '../look/look';
import type { Sheet } from '../sheet';
import { useDesk, useWatched } from '../use-desk';
import { requestNamed } from './named';

/** Opens the request that the selected cell names, and offers the one of its row. Only where there is a sheet. */
export function SelectedCell({
  offered,
  onOpen,
}: {
  offered: RequestId | undefined;
  onOpen: (id: RequestId) => void;
}) {
  const { office, notice } = useDesk();
  const look = useLook();
  const [ofRow, setOfRow] = useState(offered);
  const place = useWatched(office);
  if (place.kind !== 'excel') return null;
  const open = async (sheet: Sheet): Promise<void> => {
    const row = await sheet.selectedRow();
    if (!row.ok) return notice.set(sentence(row.failure));
    const named = requestNamed(row.value);
    notice.set(named.by === 'nothing' ? sentence(named.failure) : '');
    setOfRow(named.by === 'row' ? named.id : undefined);
    if (named.by === 'cell') onOpen(named.id);
  };
  return (
    <div className={look.line}>
      <Button size="small" onClick={() => void open(place.sheet)}>
        Show the request in the selected cell
      </Button>
      {ofRow !== undefined && (
        // It takes the focus: whoever pressed before means the row.
        <Button key={ofRow} size="small" appearance="primary" autoFocus onClick={() => onOpen(ofRow)}>
          Row of {ofRow}
        </Button>
      )}
    </div>
  );
}
