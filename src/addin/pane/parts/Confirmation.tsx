import { Button, makeStyles, tokens, type ButtonProps } from '@fluentui/react-components';

export interface ConfirmationProps {
  readonly yes: string;
  readonly no: string;
  readonly size?: ButtonProps['size'];
  onYes(): void;
  onNo(): void;
}

const useStyles = makeStyles({
  // Stacked: side by side, the second button could come under a pointer that still clicks.
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS },
});

/**
 * The two answers to "really?". No takes the place and the focus of the button that asked: a double
 * click, or Enter twice, must not mean yes. This is a component, and not two buttons in place of
 * the first, because React would reuse that very button as the first of the two.
 */
export function Confirmation({ yes, no, size = 'medium', onYes, onNo }: ConfirmationProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <Button size={size} autoFocus onClick={onNo}>
        {no}
      </Button>
      <Button size={size} appearance="primary" onClick={onYes}>
        {yes}
      </Button>
    </div>
  );
}
