/** `'My Sheet'!B2` in its two parts; undefined for what is no such address. */
export function readAddress(
  address: string,
): { readonly sheet: string; readonly cells: string } | undefined {
  const bang = address.lastIndexOf('!');
  if (bang <= 0 || bang === address.length - 1) return undefined;
  const written = address.slice(0, bang);
  const isQuoted = written.length > 2 && written.startsWith("'") && written.endsWith("'");
  const name = isQuoted ? written.slice(1, -1).replaceAll("''", "'") : written;
  // Excel may put the workbook's name before the sheet's.
  return { sheet: name.replace(/^.*\[[^\]]*\]/, ''), cells: address.slice(bang + 1) };
}
