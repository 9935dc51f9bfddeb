// A small add-in for the workbench's own test: each function shows one thing that Excel's functions can do.

interface TickRecord {
  live: number;
  sent: number;
}
declare global {
  interface Window {
    ticks: TickRecord;
    echoes: number;
  }
}
window.ticks = { live: 0, sent: 0 };
window.echoes = 0;

const after = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));
type Streaming<T> = CustomFunctions.StreamingInvocation<T>;
type Cells = (string | number | boolean | CustomFunctions.Error)[][];

async function rows(book: string, count: number | null): Promise<Cells> {
  await after(20);
  const lines = Array.from({ length: count ?? 5 }, (_, index) => [1000 + index, book, 10 + 5 * index]);
  return [['id', 'book', 'quantity'], ...lines];
}

function every<T>(delayMs: number, invocation: Streaming<T>, next: (count: number) => T): void {
  let count = 0;
  window.ticks.live++;
  const timer = setInterval(() => {
    window.ticks.sent++;
    invocation.setResult(next(++count));
  }, delayMs);
  invocation.onCanceled = () => {
    clearInterval(timer);
    window.ticks.live--;
  };
}

const notAvailable = (message: string): CustomFunctions.Error =>
  new CustomFunctions.Error(CustomFunctions.ErrorCode.notAvailable, message);

CustomFunctions.associate({
  ROWS: rows,
  TICK: (_name: string, invocation: Streaming<number>) => every(100, invocation, (count) => count),
  LIVE: (height: number, invocation: Streaming<Cells>) =>
    every(150, invocation, (count) => Array.from({ length: height }, (_, row) => [row, count])),
  FAIL: async (book: string) => {
    await after(20);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- Excel's own error class; its typings leave out that it is one
    throw notAvailable(`No book called "${book}" on this desk.`);
  },
  ECHO: async (value: unknown) => {
    window.echoes++;
    await after(20);
    return value;
  },
  TOTAL: (first: number, ranges: number[][][]) => ranges.flat(2).reduce((sum, value) => sum + value, first),
  WHERE: (range: unknown[][], invocation: CustomFunctions.Invocation) =>
    `${invocation.address ?? ''} <- ${invocation.parameterAddresses?.join() ?? ''} ${range.length}x${range[0]?.length ?? 0}`,
  MIXED: (): Cells => [
    ['a', 1],
    ['b', notAvailable('Nothing for b.')],
  ],
  BOOM: (price: number) => {
    throw new Error(`cannot price ${price}`);
  },
});

// The functions that the first workbook calls, with invented answers.
const REQUESTS = [
  [
    'RQ-1',
    'open',
    'recipient',
    'spread',
    'time',
    'power',
    'DE',
    '2027-Q1 / 2027-Q2',
    'buy / sell',
    10,
    46346.51,
  ],
  ['RQ-2', 'open', 'initiator', 'single', '', 'gas', 'NL', '2027', 'buy', 25, 46346.52],
  ['RQ-3', 'open', 'recipient', 'spread', 'location', 'power', 'DE / FR', '2027', 'sell / buy', 5, 46346.53],
  ['RQ-4', 'open', 'recipient', 'spread', 'time', 'power', 'FR', '2028 / 2029', 'buy / sell', 15, 46346.54],
];
const REQUEST_FIELDS = [
  'request-id',
  'state',
  'role',
  'contract',
  'spread-type',
  'commodity',
  'market',
  'delivery',
  'action',
  'quantity',
  'created-at',
];

function once(value: () => unknown) {
  return (...args: unknown[]): void => {
    const invocation = args.at(-1) as Streaming<unknown>;
    setTimeout(() => invocation.setResult(value()), 10);
  };
}

function spreadPrice(...args: [unknown, unknown, unknown, unknown, Streaming<unknown>]): void {
  const [first, second, action1, action2, invocation] = args;
  const price = (): unknown => {
    if (typeof first === 'number' && typeof second === 'number') {
      return (action1 ?? 'buy') === (action2 ?? 'sell') ? first + second : first - second;
    }
    return second === 'bid' ? 1.2 : 1.45;
  };
  setTimeout(() => invocation.setResult(first === '' ? notAvailable('Choose a request.') : price()), 10);
}

CustomFunctions.associate({
  RFQS: (...args: [unknown, unknown, unknown, Streaming<unknown>]) => {
    const [, , contract, invocation] = args;
    const lines = REQUESTS.filter((line) => contract === null || line[3] === contract);
    setTimeout(() => invocation.setResult([REQUEST_FIELDS, ...lines]), 10);
  },
  STATUS: once(() => [
    ['signed-in', true],
    ['environment', 'simulator'],
    ['connection', 'live'],
    ['token-end', 46347],
  ]),
  ANALYTICS: once(() => [
    ['request-id', 'RQ-1'],
    ['type', 'spread'],
    ['price-direction', 'bid'],
    ['quotes', 4],
  ]),
  QUOTES: once(() => [
    ['quote-id', 'direction', 'spread-price', 'leg 1', 'leg 2'],
    ['Q-1', 'bid', 1.2, 80.1, 78.9],
    ['Q-2', 'ask', 1.45, 80.4, 78.95],
  ]),
  TRADES: once(() => [
    ['trade-id', 'traded-at', 'commodity', 'price', 'quantity'],
    ['T-1', 46346.41, 'power', 81.25, 10],
    ['T-2', 46346.47, 'gas', -0.35, 25],
  ]),
  SPREADPRICE: spreadPrice,
});

export {};
