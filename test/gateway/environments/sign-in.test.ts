import { expect, it } from 'vitest';
import { SignInBody } from '../../../src/contract/desk/bodies';
import { signInOf, toldToPerson } from '../../../src/gateway/environments/sign-in';
import { NO_VAULT, type Vault } from '../../../src/gateway/storage/vault/vault';
import { failure } from '../twins/fake-platform';

const PLACES = [
  { name: 'sandbox', service: 'https://sandbox.example' },
  { name: 'production', service: 'https://real.example' },
] as const;
const CREDENTIALS = { apiKey: 'key', clientId: 'id', clientSecret: 'secret' };
const KEEPING: Vault = { ...NO_VAULT, open: async () => ({ ok: true, value: CREDENTIALS }) };

const asked = (request: unknown, vault = NO_VAULT) => signInOf(SignInBody.parse(request), PLACES, vault);
const complaint = async (...given: Parameters<typeof asked>): Promise<string> => {
  const outcome = await asked(...given);
  return outcome.ok ? 'fine' : outcome.failure.message;
};

it.each([undefined, '', 'Produktion', 'prod', 'production!', 'no'])(
  'lets nobody into production by the word %j, kept credentials or not',
  async (word) => {
    const typed = { environment: 'production', ...CREDENTIALS, remember: false, word };
    expect(await complaint(typed)).toContain('Type the word "production"');
    expect(await complaint({ environment: 'production', word }, KEEPING)).toContain(
      'Type the word "production"',
    );
  },
);

it('takes the word as people type it', async () => {
  expect(await complaint({ environment: 'production', word: ' Production ' }, KEEPING)).toBe('fine');
});

it('takes credentials without the blanks of a copy, and knows what to do with them afterwards', async () => {
  const typed = { environment: 'sandbox', apiKey: ' key\n', clientId: 'id', clientSecret: 'secret ' };
  expect(await asked({ ...typed, remember: true })).toMatchObject({
    value: { place: PLACES[0], credentials: CREDENTIALS, then: 'keep' },
  });
  expect(await asked({ ...typed, remember: false })).toMatchObject({ value: { then: 'forget' } });
  expect(await asked({ environment: 'sandbox' }, KEEPING)).toMatchObject({ value: { then: 'leave' } });
});

it.each([
  [{ environment: 'simulator' }, 'The gateway has no address for simulator.'],
  [{ environment: 'sandbox' }, 'No credentials are kept for this environment.'],
  [{ environment: 'sandbox', ...CREDENTIALS, apiKey: '', remember: false }, 'The API key is missing.'],
])('says in a sentence of its own what is wrong with %j', async (request, message) => {
  expect(await complaint(request)).toBe(message);
});

it.each([
  { environment: 'elsewhere' },
  { environment: 'sandbox', apiKey: 'key' },
  { environment: 'sandbox', ...CREDENTIALS },
  { environment: 'sandbox', ...CREDENTIALS, remember: 'yes' },
  { environment: 'sandbox', ...CREDENTIALS, clientSecret: 'x'.repeat(5_000), remember: true },
  { environment: 'sandbox', more: 1 },
])('cannot read %j', (request) => {
  expect(SignInBody.safeParse(request).success).toBe(false);
});

it('promises nobody that a failed sign-in is tried again by itself', () => {
  for (const kind of ['throttled', 'unavailable'] as const) {
    const itself = { ...failure(kind), next: 'It is retried automatically.' };
    expect(toldToPerson(itself).next).toContain('sign in again');
  }
  expect(toldToPerson(failure('denied'))).toEqual(failure('denied'));
});
