import { Button, Field, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { productNamed } from '../../domain/delivery/named-product';
import { productOf } from '../../domain/delivery/product';
import { daysInWords } from '../../domain/delivery/product-words';
import type { LegDraft } from '../../domain/request-draft';
import { walkButtons } from '../ui/arrow-keys';
import { TextField } from '../ui/fields';
import { focusNextField } from '../ui/focus';
import { useSharedStyles } from '../ui/styles';

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  days: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0 8px' },
  list: {
    display: 'grid',
    gridTemplateColumns: '52px minmax(0, 1fr)',
    gap: '4px',
    alignItems: 'center',
  },
  choices: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  choice: {
    height: '24px',
    boxSizing: 'border-box',
    padding: '0 5px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
});

type Delivery = Pick<LegDraft, 'product' | 'start' | 'end' | 'isCustom'>;

interface ProductProps {
  readonly delivery: Delivery;
  /** The day on which it is typed: products without a year, such as Q1, are the next ones. */
  readonly today: string;
  /** What it says is that of leg 1. */
  readonly isFollowing: boolean;
  /** The list of products is open from the start. */
  readonly isOpened: boolean;
  /** Hours and energy of it. */
  readonly volume: string | undefined;
  readonly wrong: (field: 'product' | 'delivery-start' | 'delivery-end') => string | undefined;
  readonly onChange: (delivery: Delivery) => void;
}

/** What is delivered when: typed or chosen as a product, or two days. Its days are read back below it. */
export function ProductField(props: ProductProps) {
  const { delivery, today, wrong, onChange } = props;
  const shared = useSharedStyles();
  const styles = useStyles();
  const place = useRef<HTMLDivElement>(null);
  const wasCustom = useRef(delivery.isCustom);
  useEffect(() => {
    if (wasCustom.current === delivery.isCustom) return;
    wasCustom.current = delivery.isCustom;
    // What had the focus is gone.
    place.current?.querySelector('input')?.focus();
  }, [delivery.isCustom]);
  const days = (change: Partial<Delivery>): void => onChange({ ...delivery, ...change });
  if (!delivery.isCustom) {
    return (
      <div ref={place} className={styles.whole}>
        <ProductText {...props} onPicked={() => place.current?.querySelector('input')?.focus()} />
      </div>
    );
  }
  return (
    <div ref={place} className={styles.whole}>
      <div className={styles.days}>
        <TextField
          type="date"
          label="Delivery start"
          text={delivery.start}
          wrong={wrong('delivery-start')}
          onChange={(start) => days({ start })}
        />
        <TextField
          type="date"
          label="Delivery end"
          text={delivery.end}
          wrong={wrong('delivery-end')}
          onChange={(end) => days({ end })}
        />
      </div>
      <div className={mergeClasses(shared.spread, shared.small)}>
        <span className={shared.muted}>{readBack(props, today)}</span>
        <Button size="small" onClick={() => days({ product: '', isCustom: false })}>
          Use a product
        </Button>
      </div>
    </div>
  );
}

function ProductText({ onPicked, ...props }: ProductProps & { onPicked: () => void }) {
  const { delivery, today, isFollowing, isOpened, wrong, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(isOpened);
  const [isTyping, setTyping] = useState(false);
  const fault = isTyping ? undefined : wrong('product');
  const type = (text: string): void =>
    onChange(/^\s*custom\s*$/i.test(text) ? { ...delivery, ...CUSTOM } : typedProduct(text, today));
  const settle = (): void => {
    setTyping(false);
    if (delivery.product !== '' && delivery.start !== '') onChange({ ...delivery, product: '' });
  };
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
      list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    } else focusNextField(event);
  };
  return (
    <>
      <Field
        label="Product"
        size="small"
        {...(fault === undefined
          ? { hint: readBack(props, today) ?? EXAMPLES }
          : { validationState: 'error', validationMessage: fault })}
      >
        <Input
          size="small"
          autoComplete="off"
          appearance={isFollowing ? 'filled-darker' : 'outline'}
          value={delivery.product === '' ? settledText(delivery) : delivery.product}
          contentAfter={
            <Button
              size="small"
              appearance="transparent"
              icon={<ListIcon />}
              aria-label="List of products"
              title="List of products"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          }
          onFocus={() => setTyping(true)}
          onBlur={settle}
          onChange={(_, { value }) => type(value)}
          onKeyDown={key}
        />
      </Field>
      {isOpen && (
        <ProductList
          listRef={list}
          today={today}
          delivery={delivery}
          onPick={(picked) => {
            onChange(picked);
            if (!isOpened) {
              setOpen(false);
              onPicked();
            }
          }}
        />
      )}
    </>
  );
}

const EXAMPLES = 'Such as Cal-27, Q1-27, Dec-26, Wk49 or DA; custom for two days.';
const CUSTOM = { product: '', isCustom: true } as const;

/** What is typed, with the days that it means on this day; none while it is no product. */
function typedProduct(text: string, today: string): Delivery {
  const found = productNamed(text, today);
  const { start, end } = found.ok ? found.value : { start: '', end: '' };
  return { product: text, start, end, isCustom: false };
}

/** A product that means the same days on any day: its name, and of days the days. */
function settledText({ start, end }: Delivery): string {
  const { kind, name } = productOf(start, end) ?? {};
  return kind === 'day' ? start : kind === 'days' ? `${start}..${end}` : (name ?? '');
}

/** "1 Jan – 31 Dec 2027 · 8,760 h, 87,600 MWh" */
function readBack({ delivery, volume }: ProductProps, today: string): string | undefined {
  const { start, end } = delivery;
  const days = daysInWords(delivery.start, delivery.end);
  if (days === undefined) return undefined;
  const begun = end < today ? 'delivery is over' : start <= today ? 'delivery has begun' : undefined;
  return [days, volume, begun].filter(Boolean).join(' · ');
}

/** Products ahead, in rows, each as it is typed. */
const ROWS: readonly (readonly [row: string, texts: readonly string[]])[] = [
  ['Near', ['DA', 'WE+0', 'WE+1', 'W+1', 'BoM']],
  ['Months', ['M+1', 'M+2', 'M+3', 'M+4']],
  ['Quarters', ['Q+1', 'Q+2', 'Q+3', 'Q+4']],
  ['Seasons', ['S+1', 'S+2']],
  ['Years', ['Cal+1', 'Cal+2', 'Cal+3']],
];

/** Its own words for what has none but its days. */
const labelOf = (text: string, name: string): string => (/^(DA|BoM)$/.test(text) ? text : name);

/** The products that are asked for most, one stop for the Tab key; the arrow keys lead through it. */
function ProductList({
  listRef,
  today,
  delivery,
  onPick,
}: {
  listRef: Ref<HTMLDivElement>;
  today: string;
  delivery: Delivery;
  onPick: (delivery: Delivery) => void;
}) {
  const shared = useSharedStyles();
  const styles = useStyles();
  const rows = ROWS.map(([row, texts]) => ({
    row,
    choices: texts.flatMap((text) => {
      const found = productNamed(text, today);
      // A weekend that has begun is no product any more.
      if (!found.ok || (found.value.kind === 'weekend' && found.value.start <= today)) return [];
      const { name, start, end } = found.value;
      return [{ label: labelOf(text, name), picked: { product: '', start, end, isCustom: false } }];
    }),
  }));
  const all = rows.flatMap(({ choices }) => choices);
  const isChosen = ({ start, end }: Delivery): boolean => start === delivery.start && end === delivery.end;
  const stop = all.find(({ picked }) => isChosen(picked)) ?? all[0];
  return (
    <div
      ref={listRef}
      role="group"
      aria-label="Products"
      className={mergeClasses(styles.list, shared.small)}
      onKeyDown={walkButtons}
    >
      {[...rows, { row: 'Other', choices: [] }].map(({ row, choices }) => [
        <span key={row} className={shared.muted}>
          {row}
        </span>,
        <span key={`${row} choices`} className={styles.choices}>
          {choices.map((choice) => (
            <button
              key={choice.label}
              type="button"
              tabIndex={choice === stop ? 0 : -1}
              aria-pressed={isChosen(choice.picked)}
              className={mergeClasses(styles.choice, isChosen(choice.picked) && shared.chosen)}
              onClick={() => onPick(choice.picked)}
            >
              {choice.label}
            </button>
          ))}
          {row === 'Other' && (
            <button
              type="button"
              tabIndex={-1}
              className={styles.choice}
              onClick={() => onPick({ ...delivery, ...CUSTOM })}
            >
              Custom days…
            </button>
          )}
        </span>,
      ])}
    </div>
  );
}

const ListIcon = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
    <path d="M14 4.5A2.5 2.5 0 0 0 11.5 2h-7A2.5 2.5 0 0 0 2 4.5v7A2.5 2.5 0 0 0 4.5 14h7a2.5 2.5 0 0 0 2.5-2.5zM3 6h10v5.5c0 .83-.67 1.5-1.5 1.5h-7A1.5 1.5 0 0 1 3 11.5zm1.5-3h7c.83 0 1.5.67 1.5 1.5V5H3v-.5C3 3.67 3.67 3 4.5 3" />
  </svg>
);
