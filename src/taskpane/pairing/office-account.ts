import type { OfficeAccount, WayIn } from '../../domain/way-in';
import { usePane, useWatched } from '../app/hooks';
import { loadOnce } from '../app/lazy';

const code = loadOnce(() => import(/* webpackChunkName: "office-token" */ './office-token'));

/** What Office is asked for before a window opens: nothing where the desk does not want it, or this Office cannot. */
export function useOfficeAccount({ office: account }: WayIn): OfficeAccount | undefined {
  const { kind } = useWatched(usePane().office);
  return account && kind === 'excel' && canNamePeople() ? account : undefined;
}

/** Older ones cannot, and on the web it depends on where the workbook lies: it is asked, never looked up. */
const canNamePeople = (): boolean => Office.context.requirements.isSetSupported('NestedAppAuth', '1.1');

/** `undefined` where Office gave none, whyever: a window of the provider is there for that. */
export async function tokenFor(account: OfficeAccount): Promise<string | undefined> {
  const loaded = await code();
  return loaded.ok ? loaded.value.officeToken(account).catch(() => undefined) : undefined;
}
