import { teamsHighContrastTheme, webDarkTheme, webLightTheme, type Theme } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Watchable } from './observable';
import { schemeOf, type Scheme } from './theme';
import { useWatched } from './use-desk';

const THEMES: Record<Scheme, Theme> = {
  light: webLightTheme,
  dark: webDarkTheme,
  contrast: teamsHighContrastTheme,
};

export interface Themed {
  readonly scheme: Scheme;
  readonly theme: Theme;
}

/** The theme that the person's system and Office ask for, and follows them. */
export function useTheme(officeBackground: string | undefined): Themed {
  const forcedColors = useWatched(useMemo(() => mediaOf('(forced-colors: active)'), []));
  const prefersDark = useWatched(useMemo(() => mediaOf('(prefers-color-scheme: dark)'), []));
  const scheme = schemeOf({ forcedColors, prefersDark, officeBackground });
  return { scheme, theme: THEMES[scheme] };
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
