import { Button } from '@fluentui/react-components';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { requestNamed } from '../actions';
import type { Sheet } from '../sheet';
import { useDesk, useWatched } from '../use-desk';

/** Opens the request that the selected cell names. Only where there is a sheet. */
export function SelectedCell({ onOpen }: { onOpen: (id: RequestId) => void }) {
  const { office, notice } = useDesk();
  const place = useWatched(office);
  if (place.kind !== 'excel') return null;
  const open = async (sheet: Sheet): Promise<void> => {
    const selected = await sheet.selectedText();
    if (!selected.ok) return notice.set(sentence(selected.failure));
    const errand = requestNamed(selected.value);
    if (errand.kind === 'show-request') onOpen(errand.id);
    else if (errand.kind === 'say') notice.set(errand.text);
  };
  return (
    <div>
      <Button size="small" onClick={() => void open(place.sheet)}>
        Show the request in the selected cell
      </Button>
    </div>
  );
}
