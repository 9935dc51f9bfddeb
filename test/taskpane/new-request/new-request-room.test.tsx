// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { Quantity } from '../../../src/domain/quantity';
import { leg, listing, request, spread, STATUS } from '../examples';
import { button, isBlocked, openPane, violations } from '../open-pane';

const mine = spread({ id: 'RQ-3', role: 'initiator' });
const FIELDS: Record<string, string> = {
  Market: 'DE',
  Commodity: 'power',
  Profile: 'base',
  Product: 'Cal-27',
  Quantity: '10',
  Unit: 'MW',
};
/** The button that sends: it says what. */
const SEND = /^Send(:| new request)/;

const fill = (title: string, fields: Record<string, string> = {}) => change(title, { ...FIELDS, ...fields });

function change(title: string, { action, ...fields }: Record<string, string>) {
  const part = within(screen.getByRole('group', { name: title }));
  if (action) fireEvent.click(part.getByRole('radio', { name: action }));
  for (const [name, value] of Object.entries(fields)) {
    const folded = part.queryByRole('button', { name: /^Clearing:/, expanded: false });
    if (folded && name.startsWith('Clearing')) fireEvent.click(folded);
    const field = part.getByLabelText(name);
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  }
}

function opened({ armed = true } = {}) {
  const pane = openPane({ requests: [mine] });
  if (armed) pane.arm();
  pane.press('New request');
  return pane;
}

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const recipients = (pane: ReturnType<typeof opened>, ...names: string[]) =>
  pane.say(
    { kind: 'recipients', commodity: 'power', market: 'DE' },
    listing(...names.map((name) => ({ name, raw: {} }))),
  );

describe('the room of a new request', () => {
  it('is reached by a button and by Alt+N, and left by Esc', () => {
    const pane = opened();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New request' }));
    expect(button('Requests').getAttribute('aria-current')).toBe('page');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.getByRole('list', { name: 'Open requests' })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: '˜', code: 'KeyN', altKey: true });
    expect(screen.getByRole('heading', { name: 'New request' })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    pane.open(mine.id);
    fireEvent.keyDown(screen.getByRole('heading', { name: mine.id }), {
      key: 'n',
      code: 'KeyN',
      altKey: true,
    });
    expect(screen.getByRole('heading', { name: 'New request' })).toBeTruthy();
    expect(pane.client.acts).toHaveLength(0);
  });

  it('says before the press that another person has to approve it, where this kind needs that', () => {
    const pane = opened();
    const levels = { above: { kinds: ['create-request' as const] }, minutes: 10 };
    pane.say(
      { kind: 'limits' },
      { limits: BUILT_IN_LIMITS, locked: false, source: 'file', fourEyes: levels },
    );
    expect(pane.text()).not.toContain('Another person has to approve it');
    fill('Leg 1', { action: 'Buy' });
    expect(pane.text()).toContain('Another person has to approve it within 10 minutes.');
    expect(screen.getByRole('button', { name: /^Ask for approval to send: buy / })).toBeTruthy();
  });

  it('sends a single request exactly as its sentence says', () => {
    const pane = opened();
    expect(isBlocked(SEND)).toBe(true);
    expect(pane.text()).toContain('Leg 1: Choose buy or sell.');
    fill('Leg 1', { action: 'Sell', Quantity: '2,5', Clearing: 'exchange' });
    expect(pane.text()).toContain('Read as 2.5 MW');
    expect(pane.text()).toContain('1 Jan – 31 Dec 2027 · 8,760 h, 21,900 MWh');
    fireEvent.click(screen.getByRole('checkbox', { name: 'All or none' }));
    pane.press('Send: sell 2.5 MW DE Cal-27 base');
    expect(pane.newest()).toMatchObject({
      shown:
        'New single request: you sell 2.5 MW power DE, base, Cal-27 (1 Jan – 31 Dec 2027), 8,760 h, 21,900 MWh, clearing exchange; all or none; recipients chosen by the platform.',
    });
    expect(pane.newest().body).toEqual({
      kind: 'create-request',
      draft: {
        contract: 'single',
        allOrNone: true,
        recipients: [],
        legs: [
          {
            action: 'sell',
            commodity: 'power',
            market: 'DE',
            deliveryStart: '2027-01-01',
            deliveryEnd: '2027-12-31',
            loadProfile: 'base',
            quantity: '2.5',
            quantityUnit: 'MW',
            clearing: { type: 'exchange' },
          },
        ],
      },
    });
  });

  it('sends a spread of which leg 2 says only what differs, with its kind and its legs in their order', () => {
    const pane = opened();
    choose('Spread');
    expect(pane.text()).toContain('The kind of spread follows from what differs between the legs.');
    expect(pane.text()).toContain('Leg 1 stays leg 1 for the life of the request.');
    fill('Leg 1', { action: 'Buy' });
    expect(isBlocked(SEND)).toBe(true);
    expect(pane.text()).toContain('Both legs are the same.');
    change('Leg 2', { Product: 'Cal-28' });
    expect(pane.text()).toContain(
      'Time spread: two deliveries in one market. The platform may make it a standard',
    );
    expect(screen.queryByRole('radiogroup', { name: 'Kind of spread' })).toBeNull();
    pane.press('Send: buy / sell DE Cal-27/28 base, 10 MW');
    expect(pane.newest().shown).toContain('New time spread: leg 1, you buy 10 MW power DE');
    expect(pane.newest().shown).toContain('; leg 2, you sell 10 MW power DE');
    expect(pane.newest().body).toMatchObject({
      draft: {
        contract: 'spread',
        spreadType: 'time',
        legs: [
          { action: 'buy', deliveryStart: '2027-01-01' },
          { action: 'sell', deliveryStart: '2028-01-01' },
        ],
      },
    });
  });

  it('asks for the kind of a spread only where the legs leave it open', () => {
    const pane = opened();
    choose('Spread');
    fill('Leg 1', { action: 'Buy' });
    change('Leg 2', { Market: 'FR', Product: 'Cal-28' });
    const kinds = within(screen.getByRole('radiogroup', { name: 'Kind of spread' }));
    expect(kinds.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'location',
      'time',
    ]);
    expect(pane.text()).toContain('Choose the kind of spread.');
    choose('Location');
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({ draft: { spreadType: 'location' } });
  });

  it('sends a swap: the certificate, the power bought, the power sold, with the power typed once', () => {
    const pane = opened();
    choose('Swap');
    fill('Leg 1, the certificate', {
      action: 'Sell',
      Commodity: 'goo',
      Market: 'AIB',
      Profile: '',
      Quantity: '1000',
      Unit: 'MWh',
    });
    fill('Legs 2 and 3, the power');
    expect(screen.queryByRole('group', { name: /^Leg 3/ })).toBeNull();
    expect(pane.text()).toContain(
      '1,000 certificates are not one for each MWh: 10 MW × 8,760 h = 87,600 MWh.',
    );
    pane.press('Use 87,600');
    expect(pane.text()).toContain('One certificate for each MWh: 10 MW × 8,760 h = 87,600 MWh.');
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({
      draft: {
        contract: 'swap',
        swapType: 'green-grey-swap',
        legs: [
          { action: 'sell', commodity: 'goo', quantity: '87600', quantityUnit: 'MWh' },
          { action: 'buy', commodity: 'power', deliveryStart: '2027-01-01' },
          { action: 'sell', commodity: 'power', deliveryStart: '2027-01-01' },
        ],
      },
    });
  });

  it('wants a tick of a swap whose kind or number of certificates is hardly meant', () => {
    const pane = opened();
    choose('Swap');
    const certificate = { Commodity: 'goo', Market: 'AIB', Profile: '', Unit: 'certificates' };
    fill('Leg 1, the certificate', { action: 'Sell', ...certificate, Quantity: '8760' });
    pane.press('Change the kind of swap');
    choose('Grey-green');
    fill('Legs 2 and 3, the power', { Profile: '' });
    expect(pane.text()).toContain(
      'Grey-green buys the certificate, and this request sells it: the platform may reject it.',
    );
    expect(pane.text()).toContain('8,760 certificates for 87,600 MWh of power: one certificate is one MWh.');
    pane.press(SEND);
    expect(pane.client.acts).toEqual([]);
    const tick = { name: 'Send anyway: I have checked' };
    fireEvent.click(screen.getByRole('checkbox', tick));
    // A tick holds for this very request.
    change('Leg 1, the certificate', { Quantity: '876' });
    pane.press(SEND);
    expect(pane.client.acts).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', tick));
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(1);
  });

  it('holds a slip to the limits of a quote, and names an unknown market and a delivery that is over', () => {
    const pane = opened();
    pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' });
    fill('Leg 1', { action: 'Buy', Quantity: '100000' });
    expect(pane.text()).toContain('The quantity of 100,000 MW is above the block level of 500 MW.');
    expect(isBlocked(SEND)).toBe(true);
    change('Leg 1', { Quantity: '60' });
    expect(pane.text()).toContain('above the warn level of 50 MW');
    pane.press(SEND);
    expect(pane.client.acts).toEqual([]);
    change('Leg 1', { Quantity: '10', Market: 'FRX' });
    expect(pane.text()).toContain('FRX is no market of power that this desk knows');
    change('Leg 1', { Market: 'FR', Product: 'Q1-26' });
    expect(pane.text()).toContain('FR Q1-26 base is delivered already');
    expect(isBlocked(SEND)).toBe(true);
    change('Leg 1', { Market: 'FRX', Product: 'Q1-27' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send anyway: I have checked' }));
    pane.press(SEND);
    expect(pane.newest().accepted).toEqual([{ code: 'unknown-market', about: 'leg 1' }]);
  });

  it('takes a product from the list, or two days, and reads them back', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    const list = within(screen.getByRole('group', { name: 'Products' }));
    expect(list.getByRole('button', { name: 'Cal-27' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(list.getByRole('button', { name: 'DA' }));
    expect(screen.getByLabelText<HTMLInputElement>('Product').value).toBe('2026-11-21');
    expect(pane.text()).toContain('21 Nov 2026 · 24 h, 240 MWh');
    fireEvent.click(list.getByRole('button', { name: 'Custom days…' }));
    change('Leg 1', { 'Delivery start': '2027-02-01', 'Delivery end': '2027-04-30' });
    expect(pane.text()).toContain('1 Feb – 30 Apr 2027 · 2,135 h, 21,350 MWh');
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({
      draft: { legs: [{ deliveryStart: '2027-02-01', deliveryEnd: '2027-04-30' }] },
    });
  });

  it('shows two days for the word custom, and goes back to a product', () => {
    const pane = opened();
    fireEvent.change(screen.getByLabelText('Product'), { target: { value: 'Custom' } });
    expect(document.activeElement).toBe(screen.getByLabelText('Delivery start'));
    pane.press('Use a product');
    expect(document.activeElement).toBe(screen.getByLabelText('Product'));
  });

  it('settles a product on the days that it means today', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy', Product: ' q1 ' });
    expect(screen.getByLabelText<HTMLInputElement>('Product').value).toBe('Q1-27');
    expect(pane.text()).toContain('1 Jan – 31 Mar 2027 · 2,159 h, 21,590 MWh');
    change('Leg 1', { Product: 'bom' });
    expect(screen.getByLabelText<HTMLInputElement>('Product').value).toBe('2026-11-21..2026-11-30');
    expect(pane.text()).toContain('21 Nov – 30 Nov 2026 · 240 h, 2,400 MWh');
    expect(pane.text()).not.toContain('delivery has begun');
    change('Leg 1', { Product: 'Nov-26' });
    expect(pane.text()).toContain('1 Nov – 30 Nov 2026 · 720 h, 7,200 MWh · delivery has begun');
    change('Leg 1', { Product: 'Cal-25' });
    expect(pane.text()).toContain('· delivery is over');
  });

  it('leads through the list of products with the arrow keys from one stop', () => {
    opened();
    const [first, second, ...more] = within(screen.getByRole('group', { name: 'Products' })).getAllByRole(
      'button',
    );
    expect([first, second, ...more].map((choice) => choice?.tabIndex).filter((at) => at === 0)).toHaveLength(
      1,
    );
    fireEvent.keyDown(screen.getByLabelText('Product'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    if (first) fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(second);
    if (second) fireEvent.keyDown(second, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('Custom days…');
  });

  it('says beside the field what is wrong, and sends nothing', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy', Quantity: '-3', Product: 'Q7-27' });
    expect(screen.getByLabelText('Quantity').getAttribute('aria-invalid')).toBe('true');
    expect(pane.text()).toContain('A quantity is above zero.');
    expect(screen.getByLabelText('Product').getAttribute('aria-invalid')).toBe('true');
    expect(pane.text()).toContain('There is no product "Q7-27". Write a product such as Cal-27, Q1-27');
    change('Leg 1', { Product: 'custom' });
    change('Leg 1', { 'Delivery start': '2027-01-01', 'Delivery end': '2026-12-31' });
    expect(pane.text()).toContain('Delivery ends before it starts');
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(0);
  });

  it('sends nothing while disarmed, nor with Enter', () => {
    const pane = opened({ armed: false });
    fill('Leg 1', { action: 'Buy' });
    expect(pane.text()).toContain('Trading is off: nothing is sent.');
    pane.press(SEND);
    fireEvent.keyDown(screen.getByLabelText('Market'), { key: 'Enter' });
    expect(document.activeElement).toBe(screen.getByLabelText('Commodity'));
    expect(pane.client.acts).toHaveLength(0);
    pane.arm();
    expect(fireEvent.keyDown(button(SEND), { key: 'Enter' })).toBe(false);
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(1);
  });

  it('has no side before a person chooses one, of which there is one group for each leg that has a side', () => {
    const pane = opened();
    const sides = () => screen.getAllByRole('radiogroup', { name: 'You' });
    const chosen = () =>
      sides().map((group) =>
        within(group)
          .getAllByRole<HTMLInputElement>('radio')
          .map(({ value, checked }) => `${value} ${checked}`),
      );
    expect(chosen()).toEqual([['buy false', 'sell false']]);
    choose('Spread');
    expect(chosen()).toEqual([
      ['buy false', 'sell false'],
      ['buy false', 'sell false'],
    ]);
    change('Leg 1', { action: 'Sell' });
    expect(chosen()).toEqual([
      ['buy false', 'sell true'],
      ['buy true', 'sell false'],
    ]);
    pane.press('Clear form');
    expect(chosen()).toEqual([['buy false', 'sell false']]);
  });

  it('folds the clearing away until it says something, or the legs are cleared in two ways', () => {
    opened();
    const folds = () =>
      screen
        .getAllByRole('button', { name: /^Clearing:/ })
        .map((fold) => [fold.textContent?.slice(1), fold.getAttribute('aria-expanded')]);
    expect(folds()).toEqual([['Clearing: none', 'false']]);
    choose('Spread');
    fill('Leg 1', { action: 'Buy' });
    expect(folds()).toEqual([
      ['Clearing: none', 'false'],
      ['Clearing: none', 'false'],
    ]);
    change('Leg 2', { Clearing: 'exchange' });
    expect(screen.getByText('EFP: the legs are cleared differently.')).toBeTruthy();
    expect(folds()).toEqual([
      ['Clearing: none', 'true'],
      ['Clearing: exchange', 'true'],
    ]);
    // A field that is emptied stays while a person is in it.
    change('Leg 2', { Clearing: '' });
    expect(folds()[1]).toEqual(['Clearing: none', 'true']);
  });

  it('cannot fold away a clearing that is wrong', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy', 'Clearing house': 'ECC' });
    pane.press('Clearing: ECC');
    expect(screen.getByLabelText('Clearing').getAttribute('aria-invalid')).toBe('true');
    expect(isBlocked(SEND)).toBe(true);
    change('Leg 1', { Clearing: 'exchange' });
    pane.press('Clearing: exchange ECC');
    expect(screen.queryByLabelText('Clearing house')).toBeNull();
    expect(isBlocked(SEND)).toBe(false);
  });

  it('is cleared by a button behind the one that sends, which leaves the focus at its title', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    const foot = within(screen.getByRole('region', { name: 'What is sent' }));
    const [send, clear] = foot.getAllByRole('button');
    expect([send?.textContent, clear?.textContent]).toEqual(['Send: buy 10 MW DE Cal-27 base', 'Clear']);
    pane.press('Clear form');
    expect(screen.getByLabelText<HTMLInputElement>('Market').value).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New request' }));
    expect(pane.client.acts).toHaveLength(0);
  });

  it('offers what open requests use, and nothing else', () => {
    opened();
    const list = screen.getByLabelText('Market').getAttribute('list');
    const options = [...document.querySelectorAll(`datalist[id="${list}"] option`)];
    expect(options.map((option) => option.getAttribute('value'))).toEqual(['DE', 'FR']);
  });
});

describe('recipients', () => {
  it('are asked for when a field is left, once, and not at every letter', () => {
    const pane = opened();
    const watched = () => pane.client.watched().filter(({ kind }) => kind === 'recipients');
    fill('Leg 1', { Market: 'DE' });
    expect(watched()).toEqual([{ kind: 'recipients', commodity: 'power', market: 'DE' }]);
    const market = screen.getByLabelText('Market');
    for (const value of ['F', 'FR']) fireEvent.change(market, { target: { value } });
    expect(watched()).toEqual([{ kind: 'recipients', commodity: 'power', market: 'DE' }]);
    fireEvent.blur(market);
    expect(watched()).toEqual([{ kind: 'recipients', commodity: 'power', market: 'FR' }]);
    expect(pane.text()).toContain('Loading suggestions…');
    // Another kind has other legs.
    choose('Swap');
    expect(watched()).toEqual([{ kind: 'recipients', commodity: 'power', market: 'FR' }]);
    change('Leg 1, the certificate', { Commodity: '' });
    change('Leg 1, the certificate', { Commodity: 'goo' });
    change('Legs 2 and 3, the power', { Market: 'DE' });
    choose('Single');
    expect(watched()).toEqual([{ kind: 'recipients', commodity: 'goo', market: 'FR' }]);
  });

  it('are ticked one by one, all or none, and only they are sent', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    recipients(pane, 'Ember', 'Cobalt Grid');
    expect(pane.text()).toContain('No recipients chosen: the platform decides whom to ask.');
    expect(screen.queryByRole('list', { name: 'Suggested recipients' })).toBeNull();
    pane.press('Choose…');
    pane.press('Select all 2');
    expect(pane.text()).toContain('All 2 suggested: Ember, Cobalt Grid');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ember' }));
    expect(pane.text()).toContain('1 of 2: Cobalt Grid');
    pane.press('Done');
    expect(screen.queryByRole('list', { name: 'Suggested recipients' })).toBeNull();
    expect(pane.text()).toContain('asked of 1 recipient: Cobalt Grid.');
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({ draft: { recipients: ['Cobalt Grid'] } });
  });

  it('that were ticked stay in view when they are no longer suggested', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    recipients(pane, 'Ember');
    pane.press('Choose…');
    pane.press('Select all 1');
    recipients(pane, 'Cobalt Grid');
    expect(pane.text()).toContain('1 chosen: Ember (not suggested for these legs)');
    const gone = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Ember (not suggested for these legs)',
    });
    expect(gone.checked).toBe(true);
    pane.press('Select none');
    expect(pane.text()).not.toContain('Ember');
  });

  it('that cannot be had leave whoever the platform asks', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    pane.set(
      { kind: 'recipients', commodity: 'power', market: 'DE' },
      { state: 'failed', failure: { kind: 'unsupported', message: 'Not offered.', next: 'Go on.' } },
    );
    expect(pane.text()).toContain('Not offered by the platform. Not offered. Go on.');
    expect(isBlocked(SEND)).toBe(false);
  });
});

describe('a request that is being written', () => {
  it('waits while a person is in another room, and is gone after it was made', async () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    pane.press('Journal');
    pane.press('Requests');
    pane.press('New request');
    expect(screen.getByLabelText<HTMLInputElement>('Market').value).toBe('DE');
    pane.press(SEND);
    pane.client.answer(pane.newest(), { state: 'done', newRequestId: RequestId.parse('RQ-77') });
    await pane.advance(0);
    expect(pane.text()).toContain('Done. The request is open as RQ-77.');
    pane.press('Make another request');
    expect(screen.getByLabelText<HTMLInputElement>('Market').value).toBe('');
  });

  it('is an empty form by Alt+N once the last one is made, from its result and from the list alike', async () => {
    const pane = opened();
    const again = () => fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN', altKey: true });
    const make = async (id: string) => {
      fill('Leg 1', { action: 'Buy' });
      pane.press(SEND);
      pane.client.answer(pane.newest(), { state: 'done', newRequestId: RequestId.parse(id) });
      await pane.advance(0);
      expect(pane.text()).toContain(`Done. The request is open as ${id}.`);
      expect(screen.queryByLabelText('Market')).toBeNull();
    };
    await make('RQ-77');
    again();
    expect(pane.text()).not.toContain('RQ-77');
    expect(screen.getByLabelText<HTMLInputElement>('Market').value).toBe('');
    await make('RQ-78');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.getByRole('list', { name: 'Open requests' })).toBeTruthy();
    again();
    expect(screen.getByLabelText<HTMLInputElement>('Market').value).toBe('');
    expect(pane.text()).not.toContain('Make another request');
  });

  it('once made is opened by its number', async () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    pane.press(SEND);
    pane.client.answer(pane.newest(), { state: 'done', newRequestId: RequestId.parse('RQ-77') });
    await pane.advance(0);
    pane.press('Open RQ-77');
    expect(screen.getByRole('heading', { name: 'RQ-77' })).toBeTruthy();
  });

  it('that was refused is back in the form as it was', async () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    pane.press(SEND);
    const failure = { kind: 'invalid-argument', message: 'DE is closed.', next: 'Choose another.' } as const;
    pane.client.answer(pane.newest(), { state: 'rejected', failure });
    await pane.advance(0);
    expect(pane.text()).toContain('Nothing was executed. DE is closed.');
    pane.press('Back to the form');
    expect(screen.getByLabelText<HTMLInputElement>('Market').value).toBe('DE');
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(2);
  });

  it('whose outcome is unknown is shown so and not sent again, and another one can be made', async () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    pane.press(SEND);
    pane.client.answer(pane.newest(), { state: 'unknown' });
    await pane.advance(0);
    expect(pane.text()).toContain('Unknown. It may have been executed.');
    expect(pane.text()).toContain('Held back: this request may have been made already');
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '20' } });
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(2);
  });

  it('that hangs in another book is held back here', () => {
    const pane = opened();
    fill('Leg 1', { action: 'Buy' });
    pane.press(SEND);
    const elsewhere = pane.client.actionOf(pane.newest(), { state: 'sending' });
    pane.close();
    const other = opened();
    other.say({ kind: 'journal' }, [elsewhere]);
    fill('Leg 1', { action: 'Buy' });
    expect(isBlocked(SEND)).toBe(true);
  });

  it('names nobody any more when the desk works on another platform', () => {
    const pane = opened();
    fill('Leg 1');
    recipients(pane, 'Ember');
    pane.press('Choose…');
    pane.press('Select all 1');
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'sandbox', service: 'https://sandbox' });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ember' }).checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Market').value).toBe('DE');
  });

  it('is replaced by a copy only where a person says so, and stays otherwise', () => {
    const pane = opened();
    fill('Leg 1');
    const written = pane.desk.draft.get();
    pane.press('Back');
    pane.open('RQ-3');
    pane.press('Copy as new request');
    expect(pane.text()).toContain('You are writing another request.');
    expect(pane.desk.draft.get()).toBe(written);
    pane.press('Cancel');
    expect(pane.desk.draft.get()).toBe(written);
    pane.press('Copy as new request');
    pane.press('Keep it and go there');
    expect(screen.getByRole('heading', { name: 'New request' })).toBeTruthy();
    expect(pane.desk.draft.get()).toBe(written);
    pane.press('Back');
    pane.open('RQ-3');
    pane.press('Copy as new request');
    pane.press('Replace it');
    expect(screen.getByRole('heading', { name: 'New request' })).toBeTruthy();
    expect(pane.desk.draft.get()).not.toEqual(written);
  });

  it('can start as a copy of an own request', () => {
    const pane = openPane({ requests: [mine, spread({ id: 'RQ-2' })] });
    pane.arm();
    pane.open('RQ-2');
    expect(screen.queryByRole('button', { name: 'Copy as new request' })).toBeNull();
    pane.press('Back');
    pane.open('RQ-3');
    pane.press('Copy as new request');
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({
      draft: { contract: 'spread', spreadType: 'location', legs: [{ market: 'DE' }, { market: 'FR' }] },
    });
  });

  it('as a copy asks nothing about a quantity with three decimals', () => {
    const quantity = Quantity.parse('1.125');
    const pane = openPane({
      requests: [request({ id: 'RQ-3', role: 'initiator', legs: [leg({ quantity })] })],
    });
    pane.arm();
    pane.open('RQ-3');
    pane.press('Copy as new request');
    expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1.1250');
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({ draft: { legs: [{ quantity }] } });
  });
});

describe('axe-core finds nothing wrong with', () => {
  it('an empty form, one with faults, a spread with recipients, a swap and a result', async () => {
    const pane = opened();
    expect(await violations(pane.container)).toEqual([]);
    fill('Leg 1', { action: 'Buy', Quantity: 'x' });
    choose('Spread');
    recipients(pane, 'Ember');
    pane.press('Choose…');
    expect(await violations(pane.container)).toEqual([]);
    choose('Swap');
    expect(await violations(pane.container)).toEqual([]);
    choose('Single');
    fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: '1' } });
    pane.press(SEND);
    expect(await violations(pane.container)).toEqual([]);
  });
});
