import { useEffect, useState } from 'react';
import type { WayIn } from '../../domain/way-in';
import { usePane } from '../app/hooks';
import { PairingRoom } from './pairing-room';
import { PersonRoom } from './person-room';

const AGAIN_MS = 2_000;

/** What stands in place of every room until the gateway knows who is here. */
export function Entrance() {
  const { client } = usePane();
  const [way, setWay] = useState<WayIn>();
  useEffect(() => {
    let cancel = (): void => undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = await client.wayIn();
      if (isOver) return;
      if (answer.ok) setWay(answer.value);
      else cancel = client.clock.after(AGAIN_MS, () => void ask());
    };
    void ask();
    return () => {
      isOver = true;
      cancel();
    };
  }, [client]);
  if (way === undefined) return null;
  return way.by === 'code' ? <PairingRoom /> : <PersonRoom way={way} />;
}
