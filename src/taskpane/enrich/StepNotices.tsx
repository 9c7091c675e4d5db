import { NoticeLine } from '../NoticeLine';
import type { AddingSteps } from './adding-steps';

/** What became of the last change, and those before it, each with its way back. */
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
