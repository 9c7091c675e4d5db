import { MessageBar, MessageBarBody } from '@fluentui/react-components';

interface ProblemBarProps {
  readonly problem: string | undefined;
  readonly notice?: string | undefined;
}

/** What went wrong, if anything did; otherwise what was done. */
export function ProblemBar({ problem, notice }: ProblemBarProps) {
  return (
    <div role="status" style={{ display: 'contents' }}>
      {(problem ?? notice) !== undefined && (
        <MessageBar intent={problem === undefined ? 'success' : 'error'} layout="multiline">
          <MessageBarBody>{problem ?? notice}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}
