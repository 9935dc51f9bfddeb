import { lazy, Suspense, type ComponentType } from 'react';
import { isMissingFile } from './lazy';

/** A part of a view whose code comes a moment after it. Without its file there is nothing in its place: what it belongs to stands without it. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Code = lazy(async () => {
    try {
      // The types of `lazy` lose sight of props that are not known yet.
      return { default: (await load()) as ComponentType<object> };
    } catch (fault) {
      if (!isMissingFile(fault)) throw fault;
      return { default: () => null };
    }
  });
  return (props) => (
    <Suspense fallback={null}>
      <Code {...props} />
    </Suspense>
  );
}
