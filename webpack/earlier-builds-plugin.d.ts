import type { Compiler } from 'webpack';

export const BUILDS_FILE: string;

export class EarlierBuildsPlugin {
  constructor(options?: { days?: number; most?: number; now?: () => number });
  keeps(file: string): boolean;
  apply(compiler: Compiler): void;
}
