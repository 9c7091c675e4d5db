import { makeStyles, tokens } from '@fluentui/react-components';

/** What looks alike in all views. */
export const usePaneStyles = makeStyles({
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
  text: { margin: 0, overflowWrap: 'anywhere' },
  bad: { margin: 0, color: tokens.colorStatusDangerForeground3 },
  /** Buttons beside each other, or below where they do not fit. */
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  /** As wide as what it says. */
  start: { alignSelf: 'start' },
});
