export const DEFAULT_ORIGIN: string;
export function deploymentOrigin(given: unknown): string;
export function manifestFor(origin: string, manifest: string): string;
