import { makeStyles, tokens } from '@fluentui/react-components';
import type { Environment } from '../../domain/desk-status';

/** Looks that recur all over the pane. */
export const useSharedStyles = makeStyles({
  /** Digits of one width, so that nothing moves when a number changes. */
  figure: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  digits: { fontVariantNumeric: 'tabular-nums' },
  /** A button without a frame, which leads elsewhere: in line with the text above it, in the colour of links. Whatever does something here has a frame. */
  flush: { marginLeft: '-9px', minWidth: 'auto', color: tokens.colorBrandForegroundLink },
  /** A button that looks like the text around it, underlined under the pointer. */
  textButton: {
    padding: 0,
    fontFamily: 'inherit',
    fontSize: 'inherit',
    textAlign: 'left',
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  muted: { color: tokens.colorNeutralForeground3 },
  /** A price that cannot be relied on now. */
  old: {
    fontWeight: tokens.fontWeightRegular,
    fontStyle: 'italic',
    color: tokens.colorNeutralForeground3,
  },
  small: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  strong: { fontWeight: tokens.fontWeightSemibold },
  room: { display: 'flex', flexDirection: 'column', gap: '10px', padding: '10px 12px 10px' },
  section: { display: 'flex', flexDirection: 'column', gap: '6px' },
  line: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  /** Of buttons, one of which has its reason below it. */
  top: { alignItems: 'flex-start' },
  spread: { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '8px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    outlineStyle: 'none',
  },
  subtitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  text: { margin: 0, overflowWrap: 'anywhere' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '10px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground2,
    outlineStyle: 'none',
  },
  /** The one of several that is chosen. */
  chosen: {
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
  /** Takes the focus itself, without a frame. */
  plain: { outlineStyle: 'none' },
  hidden: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  /** In the narrowest pane there is no room for it; it is read aloud at every width. */
  roomy: {
    '@media (max-width: 350px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
});

/** Fixed in every theme: the colour of an environment has to be the same on every screen of a desk. White on it is readable. */
export const useEnvironmentColours = makeStyles({
  simulator: { backgroundColor: '#525252' },
  sandbox: { backgroundColor: '#107c10' },
  production: { backgroundColor: '#c50f1f' },
} satisfies Record<Environment, object>);
