import { NoticeLine } from '../pane/parts/NoticeLine';
import type { AddingSteps } from './use-adding-steps';

/** The result of the last change, and earlier changes that can still be undone. */
export function StepNotices({ notice, earlier, isBusy }: AddingSteps) {
  return (
    <>
      <NoticeLine notice={notice} isBusy={isBusy} />
      {earlier.map((step) => (
        <NoticeLine key={step.id} notice={step.notice} isBusy={isBusy} isEarlier />
      ))}
    </>
  );
}
