import pLimit from 'p-limit';
import type { Contender } from './contender';
import { dataLoader } from './contenders/data-loader';
import { locus, locusWithoutCancel } from './contenders/locus';
import { microsoftPattern } from './contenders/microsoft-pattern';
import { oneCallACell } from './contenders/one-call-a-cell';
import { limited } from './contenders/p-limit';

/** Who is compared, in the order in which they are shown. */
export const contenders: readonly Contender[] = [
  locus,
  oneCallACell,
  limited(pLimit),
  microsoftPattern,
  dataLoader,
  locusWithoutCancel,
];
