import * as z from 'zod';

/** What Microsoft's library writes to Office: one JSON text for each question. */
const Question = z.object({
  method: z.enum(['GetInitContext', 'GetToken', 'GetTokenPopup']),
  requestId: z.string(),
  tokenParams: z.object({ clientId: z.string(), authority: z.string(), scope: z.string() }).optional(),
});
type Question = z.infer<typeof Question>;

const PERSON = {
  homeAccountId: 'tom.tenant',
  environment: 'login.microsoftonline.com',
  username: 'tom@desk',
};
const part = (json: unknown): string => btoa(JSON.stringify(json)).replaceAll('=', '');
const ID_TOKEN = [{ alg: 'RS256' }, { oid: 'tom', tid: 'tenant', name: 'Tom Berger' }, 'signature']
  .map(part)
  .join('.');

/** Office's end of its bridge to Microsoft's library, in the hands of a test. The library's end is the real one. */
export class OfficeBridge {
  /** Questions for a token, the newest last, to be answered. */
  readonly asked: (Question & {
    readonly gives: (token: string) => void;
    /** By one of Office's own words. */
    readonly refuses: (status: string) => void;
  })[] = [];
  private readonly listeners = new Set<(answer: string) => void>();

  /** Puts it where the library looks for it; takes it away when called again. */
  open(): () => void {
    Object.assign(window, { nestedAppAuthBridge: this });
    return () => void Reflect.deleteProperty(window, 'nestedAppAuthBridge');
  }

  addEventListener(_: string, listener: (answer: string) => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: string, listener: (answer: string) => void): void {
    this.listeners.delete(listener);
  }

  postMessage(text: string): void {
    const question = Question.parse(JSON.parse(text));
    const { requestId, method } = question;
    const answer = (said: object): void => {
      const told = JSON.stringify({ messageType: 'NestedAppAuthResponse', requestId, ...said });
      for (const listener of this.listeners) listener(told);
    };
    if (method === 'GetInitContext') {
      queueMicrotask(() => answer({ success: true, initContext: { sdkName: 'office', sdkVersion: '1' } }));
      return;
    }
    this.asked.push({
      ...question,
      gives: (access_token) =>
        answer({
          success: true,
          token: { access_token, id_token: ID_TOKEN, expires_in: 3_600, properties: null },
          account: PERSON,
        }),
      refuses: (status) => answer({ success: false, error: { status } }),
    });
  }
}
