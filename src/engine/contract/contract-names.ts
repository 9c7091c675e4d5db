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
