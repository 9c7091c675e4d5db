/**
 * How numbers are written in English, the device's way as far as English text allows: a lakh is
 * `1,00,000` where people count in lakhs. Other languages write digits in ways that English words
 * do not fit.
 */
export function numberLocale(device: string): string {
  const { language, region } = new Intl.Locale(device);
  if (language === 'en') return device;
  return region !== undefined && LAKHS.has(region) ? 'en-IN' : 'en';
}

const LAKHS: ReadonlySet<string> = new Set(['IN', 'PK', 'BD', 'NP', 'LK']);
