/** What a gateway takes beyond the contract: where, and how much of it. */

/** Who somebody is, and what they may spend. */
export const STANDING_PATH = '/v1/me';

/** The attribute names and models that are listed for everybody. */
export const CATALOGUE_PATH = '/v1/catalogue';

/** Many questions in one request, a line each. */
export const BULK_PATH = '/v1/bulk';
export const MAX_BULK_LINES = 1000;
/** Of the whole request, as UTF-8. */
export const MAX_BULK_BYTES = 1024 * 1024;
