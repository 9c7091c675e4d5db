export declare function findBrowser(): string | undefined;

export declare function launchOptions(): {
  readonly executablePath: string | undefined;
  readonly headless: boolean;
  readonly args: readonly string[];
};
