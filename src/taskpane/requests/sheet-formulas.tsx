import { Button } from '@fluentui/react-components';
import { sentence } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { useLook } from '../look/look';
import { quotesFormula, requestFormula, type Sheet } from '../sheet';
import { useDesk, useWatched } from '../use-desk';

/** Puts live formulas for a request into the selected cell. Only where there is a sheet. */
export function SheetFormulas({ id }: { id: RequestId }) {
  const { office, notice } = useDesk();
  const look = useLook();
  const place = useWatched(office);
  if (place.kind !== 'excel') return null;
  const insert = async (sheet: Sheet, formula: string): Promise<void> => {
    const written = await sheet.insertFormula(formula);
    notice.set(written.ok ? `${formula} is in ${written.value}.` : sentence(written.failure));
  };
  return (
    <section className={look.section} aria-label="Sheet">
      <h3 className={look.subtitle}>Into the selected cell</h3>
      <div className={look.line}>
        {[requestFormula(id), quotesFormula(id)].map((formula) => (
          <Button key={formula} size="small" onClick={() => void insert(place.sheet, formula)}>
            {formula}
          </Button>
        ))}
      </div>
    </section>
  );
}
