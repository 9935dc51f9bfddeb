import { useDesk, useWatched } from '../use-desk';
import { NEWS_KINDS } from './news-kinds';

/** Keeps the place of the strip that tells what has just happened, unless a person wants to be told of nothing. */
export function NewsPlace() {
  const off = useWatched(useDesk().events.switches.off);
  return off.size === NEWS_KINDS.length ? null : <div style={{ minHeight: '37px' }} />;
}
