import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  bar: { width: '100%', height: '6px', accentColor: tokens.colorBrandBackground },
});

/** How far something is, of 1; without a share it only says that it goes on. */
export function Progress({ label, share }: { label: string; share: number | undefined }) {
  const styles = useStyles();
  return (
    <progress className={styles.bar} aria-label={label} {...(share !== undefined && { value: share })} />
  );
}
