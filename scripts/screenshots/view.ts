/** One picture of the desk in a browser. */
export interface View {
  /** Its file in docs/images, without the ending. */
  readonly name: string;
  /** Below the gateway's address. */
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colorScheme: 'light' | 'dark';
}

const WIDE = { widthPx: 1440, heightPx: 860 };

/** What README.md and the manual show. */
export const VIEWS: readonly View[] = [
  { name: 'workbench', path: '/', ...WIDE, colorScheme: 'light' },
  { name: 'workbench-dark', path: '/', ...WIDE, colorScheme: 'dark' },
  { name: 'workbench-narrow-pane', path: '/?pane=320', ...WIDE, colorScheme: 'light' },
];
