export function privateNames(folder: string): string[];
