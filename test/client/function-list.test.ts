import { expect, it } from 'vitest';
import { openPage } from './page';

const LIST = {
  functions: [
    { name: 'RFQ', description: 'A request.', parameters: [{ name: 'id', description: 'Its id.' }] },
  ],
};

it('reads the file that Excel knows the functions from, and says when it is not that file', async () => {
  const { client, gateway } = await openPage();
  gateway.functionsFile = { status: 200, body: JSON.stringify(LIST) };
  expect(await client.functionList()).toEqual({ ok: true, value: LIST });
  gateway.functionsFile = { status: 200, body: '<html></html>' };
  expect(await client.functionList()).toMatchObject({
    ok: false,
    failure: { message: 'The list of functions could not be read.' },
  });
});
