import { Button, makeStyles, tokens, type ButtonProps } from '@fluentui/react-components';

export interface ConfirmationProps {
  readonly yes: string;
  readonly no: string;
  readonly size?: ButtonProps['size'];
  onYes(): void;
  onNo(): void;
}

const useStyles = makeStyles({
  // One above the other: of two side by side, the second could lie under a pointer that still clicks.
  root: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS },
});

/**
 * The two answers to "really?". No stands where the button was that asked, and has the focus: a
 * double click, or Enter twice, must not be a yes. It is a component, and not two buttons in the
 * asker's place, because React would make that very button the first of the two.
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
