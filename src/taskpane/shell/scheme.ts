import { useMemo } from 'react';
import { useWatched } from '../app/hooks';
import type { Watchable } from '../app/observable';

/** How the pane is coloured. */
type Scheme = 'light' | 'dark' | 'contrast';

/** High contrast is the person's own choice and comes first; then Office's theme, then the system's. */
export function schemeOf(seen: {
  forcedColors: boolean;
  prefersDark: boolean;
  officeBackground: string | undefined;
}): Scheme {
  if (seen.forcedColors) return 'contrast';
  const light = lightness(seen.officeBackground);
  if (light !== undefined) return light < 128 ? 'dark' : 'light';
  return seen.prefersDark ? 'dark' : 'light';
}

/** 0 (black) to 255 (white) of a colour written as #rrggbb. */
function lightness(colour: string | undefined): number | undefined {
  const [, red, green, blue] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '') ?? [];
  if (!red || !green || !blue) return undefined;
  return 0.299 * parseInt(red, 16) + 0.587 * parseInt(green, 16) + 0.114 * parseInt(blue, 16);
}

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
