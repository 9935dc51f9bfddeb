// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LimitNotes } from '../../../src/taskpane/app/limit-notes';

afterEach(cleanup);

it('shows in red what blocks, and that a better offer is passed over', () => {
  render(
    <LimitNotes
      findings={[
        { level: 'block', code: 'volume', text: 'Too much.' },
        { level: 'warn', code: 'worse-than-best', text: 'Worse than the best.' },
        { level: 'warn', code: 'notional', text: 'Much money.' },
      ]}
    />,
  );
  const [block, worse, other] = ['Too much.', 'Worse than the best.', 'Much money.'].map(
    (text) => screen.getByText(text).className,
  );
  expect(worse).toBe(block);
  expect(other).not.toBe(block);
});
