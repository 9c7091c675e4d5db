/** The contract states no limit, but no service would give a longer name. */
const MAX_LENGTH = 255;

/**
 * Whether a text has the form of an attribute name: lower-case words joined by underscores (2.3).
 */
export function isAttributeName(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[a-z0-9_]+$/.test(text);
}

/** The only attribute names that the contract spells out; all others are learnt or imported. */
export const CONTRACT_NAMES = [
  'w_pop_tt',
  'w_pop_tt_200',
  'w_pop_tt_500',
  'w_pop_tt_1000',
  'p_health_hp_np',
  'p_restaurant_rt_np',
  'p_retail_gc_np',
  'p_education_cc_np_pincode',
] as const;
