const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(id);
  return element;
};

for (const id of ['SHOWTRADES', 'REFRESH', 'WITHDRAW']) {
  Office.actions.associate(id, () => {
    byId('ran').textContent += `${id} `;
  });
}

async function writeTable(): Promise<void> {
  await Excel.run(async (context) => {
    const rows = [
      ['contract', 'bid', 'ask'],
      ['DE', 41.25, 41.4],
      ['FR', 39.1, 39.35],
    ];
    const target = context.workbook.getSelectedRange().getCell(0, 0).getResizedRange(2, 2);
    target.values = rows;
    target.getColumn(1).numberFormat = rows.map(() => ['0.00']);
    const table = target.worksheet.tables.add(target, true);
    table.load('name');
    target.format.autofitColumns();
    target.load('address, text');
    await context.sync();
    byId('said').textContent = `${table.name} ${target.address} ${target.text[1]?.join(' ') ?? ''}`;
  });
}

void Office.onReady(async ({ host, platform }) => {
  byId('host').textContent = `${host} ${platform}`;
  byId('write').addEventListener('click', () => void writeTable());
  await Excel.run(async (context) => {
    context.workbook.onSelectionChanged.add(() =>
      Excel.run(async (inner) => {
        const range = inner.workbook.getSelectedRange();
        range.load('address');
        await inner.sync();
        byId('selection').textContent = range.address;
      }),
    );
    context.workbook.worksheets.onChanged.add(async ({ address, changeType }) => {
      byId('changed').textContent = `${changeType} ${address}`;
    });
    await context.sync();
  });
  byId('state').textContent = 'ready';
});
