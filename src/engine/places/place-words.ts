import type { CellContent } from './cell';
import { foldedText } from './folded-text';
import { pincodesInText } from './full-address';
import { STATES, TOWNS } from './town-words';

/**
 * What the texts of a column are if no header says it: addresses, names of towns, names of states,
 * or anything else, such as the names of shops or people.
 */
export type PlaceTexts = 'addresses' | 'towns' | 'states' | 'others';

/** Tells what most of the texts are. One town in ten may be unknown. */
export function placeTextsIn(cells: readonly CellContent[]): PlaceTexts {
  const texts = cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '');
  const kinds = texts.slice(0, LOOKED_AT).map((text) => kindOf(String(text)));
  const areMost = (...wanted: readonly PlaceTexts[]): boolean =>
    kinds.length > 0 &&
    kinds.filter((kind) => wanted.includes(kind)).length >= kinds.length * SIX_IN_TEN;
  if (areMost('states')) return 'states';
  if (areMost('towns', 'states')) return 'towns';
  return areMost('addresses', 'towns') ? 'addresses' : 'others';
}

/** More texts would not change the result. */
const LOOKED_AT = 500;
const SIX_IN_TEN = 0.6;
/** How much of a text is looked at, in UTF-16 units. Addresses are shorter. */
const LONGEST = 500;

function kindOf(written: string): PlaceTexts {
  const text = plain(written.slice(0, LONGEST));
  if (/\p{L}/u.test(text) && pincodesInText(text).length > 0) return 'addresses';
  const parts = text
    .split(BETWEEN_PARTS)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
  if (parts.length > 0 && parts.every(isState)) return 'states';
  if (parts.length > 0 && parts.every((part) => isTown(part) || isState(part))) return 'towns';
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== '');
  const hasStreet = words.length > 1 && words.some((word) => STREETS.has(word));
  const hasNumber = words.some((word) => /\d/.test(word));
  // "MG Road Cafe" is a shop; "Sharma Stores, 12 MG Road" is an address.
  const isDetailed = parts.length > 1 || hasNumber;
  if (hasStreet && !isDetailed && words.some(isOfBusiness)) return 'others';
  const isInTown = parts.slice(1).some(isTown) || (hasNumber && isTown(words.at(-1) ?? ''));
  return hasStreet || isInTown ? 'addresses' : 'others';
}

/** "South Delhi" and "Bengaluru Urban" count as towns, too. */
function isTown(part: string): boolean {
  const town = part.replace(SIDE, '').replace(REGION, '');
  return KNOWN_TOWNS.has(part) || KNOWN_TOWNS.has(town) || NAMED_AS_TOWNS.test(town);
}

/** Raipur, Firozabad and Aligarh are towns, while Kapur is a person. */
const NAMED_AS_TOWNS = /^[\p{L}\p{M}]{3,}(?:pur|puram|abad|garh|पुर|ाबाद|गढ)$/u;

const SIDE = /^(?:north|south|east|west|central|greater|old|new|navi|नई|नवी) /;
const REGION =
  / (?:city|town|urban|rural|suburban|district|dist|cantt|cantonment|north|south|east|west|शहर|नगर)$/u;

function isState(part: string): boolean {
  return KNOWN_STATES.has(part);
}

function isOfBusiness(word: string): boolean {
  return BUSINESSES.has(word.replace(/s$/, ''));
}

/** Letters with dots below are written as one sign or as two. */
function plain(text: string): string {
  return foldedText(text).toLowerCase().normalize('NFC');
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/).map(plain));
}

const BETWEEN_PARTS = /[,;|/()-]+/;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

const KNOWN_TOWNS: ReadonlySet<string> = new Set(TOWNS.map(plain));
const KNOWN_STATES: ReadonlySet<string> = new Set(STATES.map(plain));

/** Words of streets, quarters and houses. "Market" and "plaza" are left out: shops are called so. */
const STREETS = wordsIn(`
  road rd street st marg lane gali galli gully path nagar nagara colony layout sector phase block
  cross main stage avenue ave boulevard blvd highway nh bypass circle chowk extension extn enclave
  vihar peth chawl society chs apartment apartments apt flat plot floor door tower towers complex
  building bldg junction opp opposite near behind village taluk taluka tehsil mandal district dist
  po mohalla drive terrace
  रोड मार्ग नगर गली चौक सेक्टर कॉलोनी कालोनी मोहल्ला पथ पेठ रस्ता स्ट्रीट लेन फेज ब्लॉक विहार मंजिल
  சாலை தெரு நகர் ரோடு வீதி சந்து காலனி రోడ్ రోడ్డు వీధి నగర్ కాలనీ
  ರಸ್ತೆ ಬೀದಿ ನಗರ ಬಡಾವಣೆ ಮಾರ್ಗ ರೋಡ್ റോഡ് തെരുവ് നഗർ রোড সড়ক রাস্তা সরণি লেন নগর
  રોડ માર્ગ નગર ચોક શેરી ਰੋਡ ਨਗਰ ਗਲੀ ରୋଡ
`);

/** What shops, firms and institutions are called, without the last s. */
const BUSINESSES = wordsIn(`
  store shop mart supermarket trader enterprise agencie sweet bakery cafe restaurant hotel dhaba
  kirana medical pharmacy clinic hospital school bank jeweller textile fashion electronic mobile
  hardware motor furniture salon gym tailor footwear stationer dairy showroom company pvt ltd
  स्टोर स्टोर्स भंडार किराना दुकान मेडिकल ज्वेलर्स मिठाई स्वीट्स होटल ढाबा ஸ்டோர்ஸ் கடை ஹோட்டல் ஸ்வீட்ஸ்
  స్టోర్స్ షాప్ హోటల్ ಸ್ಟೋರ್ಸ್ ಅಂಗಡಿ ಹೋಟೆಲ್ സ്റ്റോഴ്സ് കട ഹോട്ടൽ স্টোর্স দোকান হোটেল સ્ટોર્સ દુકાન ਸਟੋਰ ਦੁਕਾਨ
`);
