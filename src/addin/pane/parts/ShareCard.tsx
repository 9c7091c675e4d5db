import { Body1Strong, makeStyles, tokens } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';

export interface ShareCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    minWidth: 0,
  },
  title: { margin: 0 },
});

/** One thing to do before a workbook is sent. */
export function ShareCard({ title, children }: ShareCardProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.root}>
      <Body1Strong as="h3" id={id} className={styles.title}>
        {title}
      </Body1Strong>
      {children}
    </div>
  );
}
