import { describePrograms } from './program-expectations';

describePrograms(() => true);
