import { describe, expect, it } from 'vitest';
import { schemeOf } from '../../../src/taskpane/shell/pane';

const seen = { forcedColors: false, prefersDark: false, officeBackground: undefined };

describe('the colour scheme', () => {
  it('is the person’s high contrast before all else', () => {
    expect(schemeOf({ forcedColors: true, prefersDark: true, officeBackground: '#ffffff' })).toBe('contrast');
  });

  it('is Office’s where that is known, else the system’s', () => {
    expect(schemeOf({ ...seen, prefersDark: true, officeBackground: '#F0F0F0' })).toBe('light');
    expect(schemeOf({ ...seen, officeBackground: '#262626' })).toBe('dark');
    expect(schemeOf({ ...seen, prefersDark: true })).toBe('dark');
    expect(schemeOf({ ...seen, officeBackground: 'window' })).toBe('light');
  });
});
