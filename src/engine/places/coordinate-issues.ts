import type { ColumnContent } from './column-content';
import type { BlockColumn } from './column-candidates';
import { isGenericHeader, meaningOf, withWordsApart } from './header-words';
import type { ColumnRole } from './header-words';

/**
 * Why numbers within the range of degrees are no degrees as they stand. `unsigned`: another column
 * says S or W · `headed`: the header says so · `split`: other columns have the minutes · `packed`:
 * 12.5818 for 12°58'18" · `twins`: both columns have the same numbers · `unit`: radians or gon.
 */
export type CoordinateIssue = 'unsigned' | 'headed' | 'split' | 'packed' | 'twins' | 'unit';

/**
 * Finds out why the coordinates of a list cannot be used; undefined if they can.
 *
 * @param roles the columns to be read, as guessed or as a person chose them.
 */
export function coordinateIssue(
  columns: readonly BlockColumn[],
  { latitude, longitude, pair }: Readonly<Partial<Record<ColumnRole, number>>>,
): CoordinateIssue | undefined {
  const [lat, lng, both] = [latitude, longitude, pair].map((index) => columns[index ?? -1]);
  if (lat === undefined || lng === undefined) {
    return both !== undefined && isOtherUnit(both) ? 'unit' : undefined;
  }
  const others = columns.filter((column) => column !== lat && column !== lng);
  if (isUnsigned(lat, others, 'latitude') || isUnsigned(lng, others, 'longitude'))
    return 'unsigned';
  if (isSplit(lat, others, 'latitude') && isSplit(lng, others, 'longitude')) return 'split';
  const chosen = [lat, lng];
  if (chosen.some(isHeaded)) return 'headed';
  if (isTwin(lat.content, lng.content)) return 'twins';
  if (chosen.every(({ content }) => content.isPacked)) return 'packed';
  if (chosen.some(isPackedByName)) return 'packed';
  return chosen.every(isOtherUnit) ? 'unit' : undefined;
}

/**
 * Every place within π of 0, 0 is in or near the Gulf of Guinea, so a list of such numbers is most
 * likely in radians.
 */
function isOtherUnit({ header, content }: BlockColumn): boolean {
  return content.isRadian || OTHER_UNIT.test(header);
}

/** German `Grad` is degrees. */
const OTHER_UNIT = /(?:^|[^\p{L}])(?:rad|radians?|radiants?|gons?|grads|gradians?)(?:$|[^\p{L}])/iu;

/** Whether a header promises `12°58'18"` over plain numbers. */
function isPackedByName({ header, content: { numbers } }: BlockColumn): boolean {
  return numbers > 0 && /\bdms\b|d{2,3}\W?mm\W?ss/i.test(header.replaceAll('_', ' '));
}

/** Whether a column of its own says that some of the positive degrees are negative. */
function isUnsigned(
  degrees: BlockColumn,
  others: readonly BlockColumn[],
  role: 'latitude' | 'longitude',
): boolean {
  if (degrees.content.smallest < 0) return false;
  return others.some(({ index, header, content: { labels, smallest } }) => {
    if (SIGN.test(header) && (labels.includes('-') || smallest === -1)) return true;
    if (index !== degrees.index + 1 && !SIDES.test(header)) return false;
    const [positive, negative] = WORDS_OF_SIDES[role];
    const isNegative = (label: string): boolean =>
      negative.test(label) || (label === 'O' && labels.includes('E'));
    return (
      labels.some(isNegative) && labels.every((label) => isNegative(label) || positive.test(label))
    );
  });
}

/**
 * Whether both columns begin and end at the same fractions, as they do after one was copied over
 * the other.
 */
function isTwin(lat: ColumnContent, lng: ColumnContent): boolean {
  const { smallest, largest } = lat;
  const isRange = smallest < largest && !Number.isInteger(smallest) && !Number.isInteger(largest);
  return isRange && smallest === lng.smallest && largest === lng.largest;
}

function isHeaded({ header, content }: BlockColumn): boolean {
  return content.smallest >= 0 && SIDE_HEADER.test(header) && !SIDES.test(header);
}

/** `Lat S`, `Longitude (°W)` and `LongW`, but neither `lats` nor `LAT_WGS84`. */
const SIDE_HEADER = /^(?:.*[^\p{L}/]|.*\p{Ll})(?:[SW]|South|West)[^\p{L}\p{N}]*$/u;

/** Headers of a column that says on which side of zero another column's degrees are. */
const SIDES = /\bn\s*\/?\s*s\b|\be\s*\/?\s*w\b|hemi|(?:^|[\s_-])dir(?:ection)?$|ref$/i;
const SIGN = /(?:^|[^\p{L}])(?:sign|vorzeichen|signe|signo|segno)$/iu;
/** In upper case. German `O` is in the east, French and Spanish `O` in the west, beside an `E`. */
const WORDS_OF_SIDES = {
  latitude: [/^(?:N|NORTH|NORD|NORTE|उत्तर)$/, /^(?:S|SOUTH|SÜD|SUD|SUR|SUL|दक्षिण)$/],
  longitude: [/^(?:E|O|EAST|OST|EST|ESTE|LESTE|पूर्व)$/, /^(?:W|WEST|OUEST|OESTE|OVEST|पश्चिम)$/],
} as const;

/** Whether degrees, minutes and seconds (12 | 58 | 18) are in columns of their own. */
function isSplit(chosen: BlockColumn, others: readonly BlockColumn[], role: ColumnRole): boolean {
  const named = others.filter(({ header }) => meaningOf(withoutMinutes(header))?.role === role);
  return [chosen, ...named].some(
    (degrees) =>
      degrees.content.isWhole &&
      [chosen, ...others].some((minutes) => {
        const { index, header, content } = minutes;
        if (minutes === degrees || content.numbers < content.filled) return false;
        const rest = withoutMinutes(header);
        if (rest === header) return index === degrees.index + 1 && isGenericHeader(header);
        return rest.trim() === ''
          ? index === degrees.index + 1
          : minutes === chosen || named.includes(minutes);
      }),
  );
}

/** Returns the header without its minutes or seconds: `Lat` for `Lat Min`. */
function withoutMinutes(header: string): string {
  const words = withWordsApart(header);
  return MINUTES.test(words) ? words.replace(MINUTES, ' ') : header;
}

const MINUTES =
  /(?:^|[\s_.([-]+)(?:m|mm|mins?|minutes?|minuten|minutos?|minuti|मिनट|分|′|')(?:$|[\s_.)\]-]+)/iu;
