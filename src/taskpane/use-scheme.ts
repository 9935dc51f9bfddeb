import { useMemo } from 'react';
import type { Watchable } from './observable';
import { schemeOf, type Scheme } from './scheme';
import { useWatched } from './use-desk';

/** The colours that the person's system and Office ask for, and follows them. */
export function useScheme(officeBackground: string | undefined): Scheme {
  const forcedColors = useWatched(useMemo(() => mediaOf('(forced-colors: active)'), []));
  const prefersDark = useWatched(useMemo(() => mediaOf('(prefers-color-scheme: dark)'), []));
  return schemeOf({ forcedColors, prefersDark, officeBackground });
}

function mediaOf(query: string): Watchable<boolean> {
  const media = window.matchMedia(query);
  return {
    get: () => media.matches,
    subscribe: (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
  };
}
