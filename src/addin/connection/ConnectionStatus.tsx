import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, ErrorCircle20Filled } from '@fluentui/react-icons';

import type { StatusMessage } from './connection-messages';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0 },
  good: {
    backgroundColor: tokens.colorStatusSuccessBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusSuccessBorder1}`,
  },
  goodIcon: { color: tokens.colorStatusSuccessForeground3 },
  bad: {
    backgroundColor: tokens.colorStatusDangerBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusDangerBorder1}`,
  },
  badIcon: { color: tokens.colorStatusDangerForeground3 },
});

/**
 * The pane's one status region. It is on the page from the start, because a live region that is
 * added together with its text is not read out.
 */
export function ConnectionStatus({ words }: { readonly words: StatusMessage }) {
  const styles = useStyles();
  return (
    <div
      role="status"
      className={mergeClasses(
        styles.root,
        words.tone === 'good' && styles.good,
        words.tone === 'bad' && styles.bad,
      )}
    >
      {words.tone === 'good' && (
        <CheckmarkCircle20Filled className={mergeClasses(styles.icon, styles.goodIcon)} />
      )}
      {words.tone === 'bad' && (
        <ErrorCircle20Filled className={mergeClasses(styles.icon, styles.badIcon)} />
      )}
      <span>{words.text}</span>
    </div>
  );
}
