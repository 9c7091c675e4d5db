import { makeStyles, tokens } from '@fluentui/react-components';

import { ShareCard } from './ShareCard';

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Looks through the workbook for what should not be sent. */
export function CheckCard() {
  const styles = useStyles();
  return (
    <ShareCard title="Check before sending">
      <p className={styles.text}>
        Your key stays on this device and is never written into a workbook by Locus.
      </p>
    </ShareCard>
  );
}
