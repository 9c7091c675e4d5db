export interface Stage {
  readonly image: string;
  readonly name: string;
  readonly steps: readonly { readonly keyword: string; readonly text: string }[];
}
export function stagesOf(dockerfile: string): readonly Stage[];
export function processOf(stage: Stage): {
  readonly env: readonly (readonly string[])[];
  readonly folder: string;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  readonly entrypoint: readonly string[];
  readonly health: readonly string[];
};
export function pairsOf(text: string): readonly (readonly string[])[];
export function createContextFilter(dockerignore: string): (path: string) => boolean;
