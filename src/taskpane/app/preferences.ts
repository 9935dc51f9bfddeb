/** Small wishes of a person that outlast the page: never anything of the market, never a secret. */
export interface Preferences {
  read(name: string): string | undefined;
  keep(name: string, text: string): void;
}

const PREFIX = 'spreaddesk.';

/** In the browser's own storage, per origin. Where that is closed to panes, wishes last as long as the page. */
export function browserPreferences(page: Pick<Window, 'localStorage'>): Preferences {
  const kept = new Map<string, string>();
  return {
    read(name) {
      try {
        return page.localStorage.getItem(PREFIX + name) ?? kept.get(name);
      } catch {
        return kept.get(name);
      }
    },
    keep(name, text) {
      kept.set(name, text);
      try {
        page.localStorage.setItem(PREFIX + name, text);
      } catch {
        // Kept for the page alone: that is what is left to do.
      }
    },
  };
}

/** As long as the page lives. */
export function pagePreferences(): Preferences {
  const kept = new Map<string, string>();
  return { read: (name) => kept.get(name), keep: (name, text) => void kept.set(name, text) };
}
