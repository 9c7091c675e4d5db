/** Describes which Excel this is and what it supports, for the diagnostics. */
export function describeExcel(): Readonly<Record<string, string>> {
  const { diagnostics, requirements } = Office.context;
  const supported = Object.entries(SETS).map(([name, versions]): [string, string] => {
    const highest = versions.filter((version) => requirements.isSetSupported(name, version)).at(-1);
    return [name, highest ?? 'not supported'];
  });
  return {
    application: String(diagnostics.host),
    version: diagnostics.version,
    platform: String(diagnostics.platform),
    ...Object.fromEntries(supported),
  };
}

/** The requirement sets that anything here depends on, in rising order. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  ExcelApi: Array.from({ length: 20 }, (_, index) => `1.${String(index + 1)}`),
  SharedRuntime: ['1.1', '1.2'],
  CustomFunctionsRuntime: ['1.1', '1.2', '1.3', '1.4', '1.5'],
};
