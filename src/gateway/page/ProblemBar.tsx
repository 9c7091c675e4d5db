import { MessageBar, MessageBarBody } from '@fluentui/react-components';

/** What went wrong, if anything did. */
export function ProblemBar({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{problem}</MessageBarBody>
    </MessageBar>
  );
}
