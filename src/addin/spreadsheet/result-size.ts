/**
 * How long one formula's result may be, as JSON. Excel on the web takes 5 MB in a message, and
 * shows #BUSY! for ever in place of a longer result (office-js issues 2786 and 4654). This is less,
 * because other results travel in the same message.
 */
export const LONGEST_RESULT = 3_750_000;

/** Of any number with a comma: `-1.2345678901234567e+100,`. */
const NUMBER_LENGTH = 25;

/** Whether one formula may show so many numbers: 150,000 with the limit above. */
export function fitsOneResult(numbers: number, longest = LONGEST_RESULT): boolean {
  return numbers * NUMBER_LENGTH <= longest;
}
