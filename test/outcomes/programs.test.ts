import { describePrograms } from './program-expectations';

/** One for each sort of failure; `npm run test:all` does what is in all-programs.test.ts, too. */
const FEW = ['404 with JSON', 'half a JSON', 'a redirect elsewhere'];

describePrograms(({ what }) => FEW.includes(what));
