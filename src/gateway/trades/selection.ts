import type { DownloadSelection } from '../../domain/trade-download';
import { daysPeriod } from '../platform/zone-time';
import type { Selection } from '../storage/trade-store';

export const selectionOf = (
  { from, to, venues, commodities }: DownloadSelection,
  zone: string,
): Selection => ({
  ...daysPeriod(from, to, zone),
  ...(venues && { venues }),
  ...(commodities && { commodities }),
});

/** The service can be asked for one commodity alone; several are chosen here. */
export const askedCommodity = ({ commodities }: DownloadSelection): string | undefined =>
  commodities?.length === 1 ? commodities[0] : undefined;
