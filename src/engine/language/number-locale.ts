/**
 * The locale for numbers in English text: the device's own as far as English allows. A lakh is
 * `1,00,000` where people count in lakhs. Other languages write digits in ways that do not fit
 * English words.
 */
export function numberLocale(device: string): string {
  const { language, region } = new Intl.Locale(device);
  if (language === 'en') return device;
  return region !== undefined && LAKHS.has(region) ? 'en-IN' : 'en';
}

const LAKHS: ReadonlySet<string> = new Set(['IN', 'PK', 'BD', 'NP', 'LK']);
