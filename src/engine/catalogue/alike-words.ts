/**
 * Words that people type in place of words in names, in English and Hindi. They only help searching
 * and claim nothing: what a topic such as `health` counts is not documented.
 */
export const ALIKE_WORDS: ReadonlyMap<string, string> = new Map([
  ['population', 'people persons residents inhabitants जनसंख्या आबादी लोग निवासी'],
  ['places', 'place poi pois amenities facilities स्थान जगह सुविधा'],
  ['brands', 'brand chain chains ब्रांड'],
  ['total', 'sum overall कुल'],
  ['count', 'number संख्या गिनती'],
  ['normalised proportion', 'normalized share ratio अनुपात हिस्सा'],
  ['percent', 'percentage share प्रतिशत'],
  ['pincode', 'postal postcode zip pin पिनकोड पिन डाक'],
  ['pop', 'population people जनसंख्या आबादी'],
  ['health', 'hospital clinic doctor medical medicine healthcare स्वास्थ्य अस्पताल डॉक्टर चिकित्सा'],
  ['restaurant', 'food dining eatery cafe रेस्तरां रेस्टोरेंट भोजनालय खाना'],
  ['retail', 'shop store shopping market दुकान बाज़ार बाजार खुदरा'],
  ['education', 'school college university शिक्षा स्कूल विद्यालय कॉलेज'],
]);
