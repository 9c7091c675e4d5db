import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

import type { Notice } from './model-changes';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    overflowWrap: 'anywhere',
  },
  text: { margin: 0, minWidth: 0 },
  bad: { color: tokens.colorStatusDangerForeground3 },
});

export interface ModelNoticeProps {
  readonly notice: Notice | undefined;
  readonly isBusy: boolean;
}

/** Told once, where a person works, with the way back beside it. */
export function ModelNotice({ notice, isBusy }: ModelNoticeProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <p
        aria-live="polite"
        className={mergeClasses(styles.text, notice?.tone === 'bad' && styles.bad)}
      >
        {notice?.text}
      </p>
      {notice?.action !== undefined && (
        <Button size="small" disabledFocusable={isBusy} onClick={notice.action.run}>
          {notice.action.title}
        </Button>
      )}
    </div>
  );
}
