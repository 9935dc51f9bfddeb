import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react';
import { isMissingFile } from '../app/lazy';
import type { Sparkline } from '../ui/sparkline';

type Props = ComponentProps<typeof Sparkline>;

const Drawn = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
  try {
    const { Sparkline } = await import(/* webpackChunkName: "strips" */ '../ui/sparkline');
    return { default: Sparkline };
  } catch (fault) {
    // A list without its pictures is a list.
    if (!isMissingFile(fault)) throw fault;
    return { default: () => null };
  }
});

/** The picture of a row; its code comes a moment after the list. */
export const Trend = (props: Props) => (
  <Suspense fallback={null}>
    <Drawn {...props} />
  </Suspense>
);
