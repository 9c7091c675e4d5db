/** Limits the contract states (service-interface, sections 2.4 and 8). No others are published. */

/** The most names in one call. */
export const MAX_VARIABLES_PER_CALL = 50;

/** Degrees; both bounds are allowed. */
export const MAX_LATITUDE = 90;
export const MAX_LONGITUDE = 180;
