import { tokens } from '@fluentui/react-components';

/** Colours with a meaning of their own. Each is a token of the theme, so that dark and high contrast follow. */
export const deskColours = {
  bid: tokens.colorPaletteTealBorderActive,
  bidFill: tokens.colorPaletteTealBackground2,
  ask: tokens.colorPalettePurpleBorderActive,
  askFill: tokens.colorPalettePurpleBackground2,
  mine: tokens.colorCompoundBrandStroke,
  mineFill: tokens.colorBrandBackground2,
  good: tokens.colorStatusSuccessForeground1,
  goodFill: tokens.colorStatusSuccessBackground1,
  goodStroke: tokens.colorStatusSuccessBackground3,
  warning: tokens.colorStatusWarningForeground1,
  fresh: tokens.colorStatusSuccessBorder2,
  late: tokens.colorStatusWarningBackground3,
  old: tokens.colorNeutralForeground3,
} as const;

/** What a picture is drawn with where a person has chosen the colours. */
export const FORCED = '@media (forced-colors: active)';
