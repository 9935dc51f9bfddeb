import { useState } from 'react';
import { usePane } from './hooks';

/** When something began, where this page saw it begin: of what it found when it opened nobody here knows. */
export function useSince(isOn: boolean | undefined): number | undefined {
  const { clock } = usePane().client;
  const [seen, setSeen] = useState<{ isOn: boolean | undefined; at?: number }>({ isOn });
  if (seen.isOn !== isOn) setSeen({ isOn, ...(isOn && seen.isOn === false && { at: clock.now() }) });
  return isOn ? seen.at : undefined;
}
