import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { useLook } from '../look/look';
import type { Sheet } from '../sheet';
import { useDesk } from '../use-desk';
import { insertReadyMade, PLANS, type ReadyMade } from './ready-made';

const KINDS: readonly ReadyMade[] = ['blotter', 'calculator', 'quote-sheet'];

/** Inserts sheets that are ready to work with. */
export function ReadySheets({ sheet }: { sheet: Sheet }) {
  const { notice } = useDesk();
  const look = useLook();
  const [inserting, setInserting] = useState(false);
  const insert = async (kind: ReadyMade): Promise<void> => {
    setInserting(true);
    notice.set((await insertReadyMade(kind, sheet)).text);
    setInserting(false);
  };
  return (
    <section className={look.section} aria-label="New sheet">
      <h2 className={look.title}>New sheet</h2>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        With live formulas, ready to work with. It is inserted behind the others; nothing is written over.
      </p>
      <div className={look.line}>
        {KINDS.map((kind) => (
          <Button key={kind} size="small" disabled={inserting} onClick={() => void insert(kind)}>
            {PLANS[kind].name}
          </Button>
        ))}
      </div>
    </section>
  );
}
