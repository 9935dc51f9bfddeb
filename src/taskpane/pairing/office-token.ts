import {
  BrowserCacheLocation,
  createNestablePublicClientApplication,
  PublicClientApplication,
} from '@azure/msal-browser';
import type { OfficeAccount } from '../../domain/way-in';

/**
 * A token of the provider for this desk, as Office gets it for whoever is signed in to it, asking that person where it has to. Rejects
 * where there is none. Microsoft's library is larger than the pane: nothing but a press that wants a token loads this file.
 */
export async function officeToken({ clientId, authority, scopes }: OfficeAccount): Promise<string> {
  let isNested = false;
  const application = await createNestablePublicClientApplication(
    // In memory: a token that lay in the browser could be taken from there.
    { auth: { clientId, authority }, cache: { cacheLocation: BrowserCacheLocation.MemoryStorage } },
    undefined,
    (configuration, controller) => {
      isNested = true;
      return new PublicClientApplication(configuration, controller);
    },
  );
  // The library would go to the provider by windows of its own then, and what comes back would reach this page.
  if (!isNested) throw new Error('Office says that it can name people, and does not answer.');
  const request = { scopes: [...scopes], authority };
  // Whatever kept Office from answering silently, it may ask the person.
  const { accessToken } = await application
    .acquireTokenSilent(request)
    .catch(() => application.acquireTokenPopup(request));
  return accessToken;
}
