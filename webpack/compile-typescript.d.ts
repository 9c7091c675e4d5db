import type { RuleSetUseItem } from 'webpack';

export const compileTypeScript: RuleSetUseItem;
