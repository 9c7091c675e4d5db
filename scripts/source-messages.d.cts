export interface SourceMessages {
  readonly messages: readonly {
    readonly key: string;
    /** Undefined if the values are not an object literal. */
    readonly values: readonly string[] | undefined;
  }[];
  readonly faults: readonly string[];
  readonly early: readonly string[];
  readonly unwrapped: readonly string[];
}

export function allMessages(): string[];
export function sourceFiles(...folders: readonly string[]): string[];
export function readSource(file: string, text?: string): SourceMessages;
