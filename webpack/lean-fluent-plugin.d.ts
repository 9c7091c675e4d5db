import type { Compiler } from 'webpack';

export class LeanFluentPlugin {
  apply(compiler: Compiler): void;
}
