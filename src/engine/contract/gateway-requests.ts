/** The requests that a gateway accepts beyond the contract: their paths and limits. */

/** Says who the credential belongs to, and what that person may spend. */
export const STANDING_PATH = '/v1/me';

/** The attribute names and models that the gateway lists for everyone. */
export const CATALOGUE_PATH = '/v1/catalogue';

/** Many questions in one request, one per line. */
export const BULK_PATH = '/v1/bulk';
export const MAX_BULK_LINES = 1000;
/** The size of the whole request as UTF-8. */
export const MAX_BULK_BYTES = 1024 * 1024;
