import { useEffect, useState, type RefObject } from 'react';

/** A row that is about to be scrolled to counts already. */
const AROUND = '80px';

/** Whether a person can see the element now: it is within the scrolled area, and the pane is shown. Always true where the browser cannot tell. */
export function useInSight(element: RefObject<Element | null>): boolean {
  const canTell = typeof IntersectionObserver !== 'undefined';
  const [isInSight, setInSight] = useState(!canTell);
  useEffect(() => {
    const { current } = element;
    if (!canTell || !current) return;
    const observer = new IntersectionObserver((seen) => setInSight(seen.at(-1)?.isIntersecting === true), {
      rootMargin: AROUND,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [canTell, element]);
  return isInSight;
}
