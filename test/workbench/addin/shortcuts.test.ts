import { expect, it } from 'vitest';
import { type KeyPress, pressed, readShortcuts } from '../../../src/workbench/addin/shortcuts';

const file = (keys: string): unknown => ({
  actions: [{ id: 'WITHDRAW', type: 'ExecuteFunction', name: 'Withdraw all' }],
  shortcuts: [{ action: 'WITHDRAW', key: { default: keys } }],
});
const press = (change: Partial<KeyPress>): KeyPress => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});
const matches = (keys: string, change: Partial<KeyPress>): boolean => {
  const [shortcut] = readShortcuts(file(keys)) ?? [];
  if (!shortcut) throw new Error('no shortcut');
  return pressed(shortcut, press(change));
};

it('is pressed by the place of its key, because with Ctrl+Alt many layouts write another letter', () => {
  const held = { ctrlKey: true, altKey: true };
  expect(matches('Ctrl+Alt+Q', { ...held, key: '@', code: 'KeyQ' })).toBe(true);
  expect(matches('Ctrl+Alt+Q', { ...held, key: 'q', code: 'KeyA' })).toBe(false);
  expect(matches('Ctrl+Alt+1', { ...held, key: '1', code: 'Digit1' })).toBe(true);
});

it('wants exactly the keys that are named with it', () => {
  const key = { key: 'w', code: 'KeyW' };
  expect(matches('Ctrl+Shift+W', { ...key, ctrlKey: true, shiftKey: true })).toBe(true);
  expect(matches('Ctrl+Shift+W', { ...key, ctrlKey: true })).toBe(false);
  expect(matches('Ctrl+Shift+W', { ...key, ctrlKey: true, shiftKey: true, altKey: true })).toBe(false);
  expect(matches('Ctrl+Shift+W', { ...key, metaKey: true, shiftKey: true })).toBe(true);
});

it('knows the keys that Excel calls by other names', () => {
  expect(matches('Ctrl+Up', { key: 'ArrowUp', code: 'ArrowUp', ctrlKey: true })).toBe(true);
  expect(matches('Ctrl+F9', { key: 'F9', code: 'F9', ctrlKey: true })).toBe(true);
});

it('leaves out shortcuts of actions that the file does not name, and refuses what is no such file', () => {
  expect(readShortcuts({ actions: [], shortcuts: [{ action: 'X', key: { default: 'Ctrl+X' } }] })).toEqual(
    [],
  );
  expect(readShortcuts({ shortcuts: 'none' })).toBeNull();
});
