import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

export type NoteTone = 'plain' | 'good' | 'warning' | 'bad' | 'alarm';

const useStyles = makeStyles({
  note: {
    padding: '5px 8px',
    borderRadius: tokens.borderRadiusMedium,
    borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  good: {
    borderLeftColor: tokens.colorPaletteGreenBorderActive,
    backgroundColor: tokens.colorPaletteGreenBackground1,
  },
  warning: {
    borderLeftColor: tokens.colorPaletteDarkOrangeBorderActive,
    backgroundColor: tokens.colorPaletteDarkOrangeBackground1,
  },
  bad: {
    borderLeftColor: tokens.colorPaletteRedBorderActive,
    backgroundColor: tokens.colorPaletteRedBackground1,
  },
  alarm: {
    borderLeftColor: tokens.colorPaletteRedBackground3,
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** A sentence that a person should not miss, coloured by how much it matters. The words carry the meaning. */
export function Note({
  tone = 'plain',
  live = false,
  children,
}: {
  tone?: NoteTone;
  live?: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const look = mergeClasses(styles.note, tone !== 'plain' && styles[tone]);
  return (
    <div className={look} {...(live && { role: 'status' })}>
      {children}
    </div>
  );
}
