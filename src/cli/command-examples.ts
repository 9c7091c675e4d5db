/** Shown below each command's help. */
export const EXAMPLES = {
  enrich: `
Examples:
  locus enrich shops.csv -o shops-out.csv --names w_pop_tt,p_retail_gc_np
  locus enrich shops.csv -o out.csv --lat Lat --lng Long --names w_pop_tt --max-calls 1000
  locus enrich shops.csv -o out.csv --address Street --pincode PIN --names w_pop_tt --yes
  locus enrich shops.csv -o out.csv --model retail-v2 --date Opened --variables floor_area,format
  cat shops.csv | locus enrich - --names w_pop_tt > out.csv

The key comes from LOCUS_KEY or --key-file, never from an argument.
A run that was interrupted goes on when the same command is run again.
An output is a valid input: only what has failed is asked for again.
Ends with 0 all done, 1 not understood, 2 some rows failed, 3 over budget, 130 interrupted.`,
  plan: `
Examples:
  locus plan shops.csv --names w_pop_tt,p_retail_gc_np
  locus plan shops.csv --model retail-v2 --price 0.02`,
  score: `
Examples:
  locus score retail-v2 --lat 12.9352 --lng 77.6245
  locus score retail-v2 --address "12 MG Road, Bengaluru" --variables '{"floor_area": 850}'`,
  names: `
Examples:
  locus names
  locus names population 500
  locus names --import our-names.csv`,
  test: `
Examples:
  LOCUS_KEY=… locus test --service https://data.example.com
  locus test --service https://locus.our-team.example --key-file token.txt`,
} as const;
