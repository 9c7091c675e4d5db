import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles that all views share. */
export const usePaneStyles = makeStyles({
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
  text: { margin: 0, overflowWrap: 'anywhere' },
  bad: { margin: 0, color: tokens.colorStatusDangerForeground3 },
  /** Buttons side by side, or on further lines if they do not fit. */
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  /** As wide as its text. */
  start: { alignSelf: 'start' },
});
