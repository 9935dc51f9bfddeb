import { teamsHighContrastTheme, webDarkTheme, webLightTheme } from '@fluentui/react-components';
import { expect, it } from 'vitest';
import { themeVariables } from '../../scripts/theme-variables.mjs';

const THEMES = {
  light: { colorA: '#fff', colorB: '#eee', size: '4px' },
  dark: { colorA: '#000', colorB: '#eee', size: '4px' },
  contrast: { colorA: '#fff', colorB: '#0f0', size: '4px' },
};

it('what is used is written once for each scheme in which it differs', () => {
  expect(themeVariables(['size', 'colorB', 'colorA', 'colorA'], THEMES)).toBe(
    '[data-scheme]{--colorA:#fff;--colorB:#eee;--size:4px}' +
      '[data-scheme=dark]{--colorA:#000}' +
      '[data-scheme=contrast]{--colorB:#0f0}',
  );
});

it('what is not used, and what is no part of a theme, is not written', () => {
  expect(themeVariables(['colorB', 'fui-own'], THEMES)).not.toMatch(/colorA|fui|size/);
});

it('the contrasting one has the font of the others, for which the pane has room', () => {
  expect(themeVariables(['fontFamilyBase']).split('--fontFamilyBase')).toHaveLength(2);
});

it('the themes are Fluent’s own', () => {
  const [light, dark, contrast] = themeVariables(['colorNeutralBackground1']).split('}');
  expect(light).toBe(`[data-scheme]{--colorNeutralBackground1:${webLightTheme.colorNeutralBackground1}`);
  expect(dark).toContain(webDarkTheme.colorNeutralBackground1);
  expect(contrast).toContain(teamsHighContrastTheme.colorNeutralBackground1);
});
