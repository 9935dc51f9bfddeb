import { useEffect, useState } from 'react';
import type { TradeDownloadEstimate, DownloadSelection } from '../../domain/trade-download';
import type { Outcome } from '../../domain/failure';
import { useAnswer, usePane } from '../app/hooks';
import { namesSeen } from './download-draft';

const DOWNLOADS = { kind: 'captures' } as const;
export const useDownloads = () => useAnswer(usePane().client, DOWNLOADS);

/** Half typed days are not asked about. */
const TYPING_MS = 300;

/** What a capture would cost; nothing until it is known. `moment` changes whenever what is kept may have changed. */
export function useEstimate(
  wanted: DownloadSelection | undefined,
  moment: string,
): Outcome<TradeDownloadEstimate> | undefined {
  const { client } = usePane();
  const key = wanted && JSON.stringify(wanted);
  const [known, setKnown] = useState<{ key: string; outcome: Outcome<TradeDownloadEstimate> }>();
  useEffect(() => {
    if (!wanted || key === undefined) return undefined;
    let gone = false;
    const ask = async (): Promise<void> => {
      const outcome = await client.captures.estimate(wanted);
      if (!gone) setKnown({ key, outcome });
    };
    const cancel = client.clock.after(TYPING_MS, () => void ask());
    return () => {
      gone = true;
      cancel();
    };
    // `key` stands for what is wanted: the object is another one at every look.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, key, moment]);
  return known?.key === key ? known?.outcome : undefined;
}

const SAMPLE_ROWS = 500;

/** Venues and commodities of what was captured in a period. It costs no call. */
export function useNames({ from, to }: { from: string; to: string }): {
  venues: string[];
  commodities: string[];
} {
  const { client } = usePane();
  const [names, setNames] = useState<{ venues: string[]; commodities: string[] }>(NO_NAMES);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const block = await client.captures.rows({ from, to }, { rowsMax: SAMPLE_ROWS });
      if (gone || !block.ok) return;
      const trades = block.value.trades.map(({ trade }) => trade);
      setNames({
        venues: namesSeen(trades.map(({ venue }) => venue)),
        commodities: namesSeen(trades.map(({ commodity }) => commodity)),
      });
    };
    if (from !== '' && to !== '') void ask();
    return () => void (gone = true);
  }, [client, from, to]);
  return names;
}

const NO_NAMES = { venues: [], commodities: [] };
