import type { Compiler } from 'webpack';

export class GzipBudgetPlugin {
  constructor(budget: {
    readonly entry: number;
    readonly lazy: number;
    readonly within?: Readonly<Record<string, number>>;
  });
  apply(compiler: Compiler): void;
}
