import { namesListed } from './header-words';

/**
 * Towns by which a column without a header is recognised as places: those of India with at least
 * 100,000 people, from GeoNames (CC BY 4.0), in lower case. Names that end in -pur, -abad or -garh
 * are left out, because they are recognised by their ends.
 */
export const TOWNS: readonly string[] = namesListed(`
  abohar adoni agartala agra ahmednagar airoli aizawl ajmer akola alappuzha alwar ambala ambattur
  ambernath ambur amravati amritsar amroha anand arrah asansol avadi bagaha bahraich baidyabati
  balasore bali ballari balurghat banda bangaon bankura bansbaria barasat bardhaman bareilly
  barnala barsi basti batala bathinda beawar begusarai belagavi bengaluru bettiah bhadravati
  bhadreswar bharuch bhatpara bhavnagar bhayandar bhilai bhilwara bhimavaram bhind bhiwandi
  bhiwani bhopal bhubaneswar bhuj bhusaval bidar bihar_sharif bikaner bokaro botad budaun
  bulandshahr chandannagar chandausi chas chennai chhapra chhindwara chikkamagaluru chitradurga
  churu coimbatore cuddalore cuttack dam_dam damoh darbhanga darjeeling davangere dehradun dehri
  delhi deoli deoria dewas dhanbad dharmavaram dhule dindigul durg eluru erode etawah gadag
  gajuwaka gandhidham gandhinagar gangawati gaya godhra gonda gondal gondia gudivada guna guntakal
  guntur gurugram guwahati gwalior habra haldia haldwani halisahar hapur hardoi haridwar hassan
  hathras hazaribagh hisar hooghly hosapete hosur howrah hubballi ichalkaranji imphal indore
  itarsi jagadhri jalandhar jalgaon jalna jalpaiguri jammu jamnagar jamuria jhansi jhunjhunu jind
  junagadh kadapa kaithal kakinada kalaburagi kalyan kamarhati kanchrapara karimnagar karnal
  katihar katni khammam khandwa khanna khardah khurja kochi kolar kolkata kollam korba kota
  kottayam kozhikode krishnanagar kukatpalli kulti kumbakonam kurnool latur loni lucknow ludhiana
  machilipatnam madanapalle madurai mahbubnagar malda malegaon maler_kotla malkajgiri mandsaur
  mandya mangaluru mathura mau meerut mirialguda moga mohali morbi morena mormugao motihari mumbai
  munger muzaffarnagar mysuru nadiad nagda nagercoil naihati nalgonda nanded nandurbar nandyal
  nashik navadwip navsari nellore noida ongole orai palakkad pali pallavaram palwal panaji
  panchkula panihati panipat panvel parbhani patan pathankot patiala patna phagwara pilibhit
  pimpri pimpri_chinchwad chinchwad ponnani porbandar port_blair prayagraj proddatur puducherry
  pudukkottai pune puri purnia puruliya raebareli raichur raiganj rajnandgaon rajahmundry
  rajapalaiyam rajkot ramagundam ranchi raniganj ratlam rewa rewari rishra rohtak roorkee rourkela
  sagar saharsa salem sambhal sangli satara satna sawai_madhopur seoni shillong shimla shivamogga
  shivpuri sikar silchar siliguri singrauli sirsa siwan sonipat sri_ganganagar srikakulam srinagar
  surat surendranagar suryapet tadepalligudem tambaram thane thanesar thanjavur thoothukudi
  thrissur tiruchirappalli tirunelveli tirupati tiruvannamalai tonk tumakuru udgir udupi ujjain
  ulhasnagar unnao vadodara varanasi vasco_da_gama vellore veraval vidisha vijayapura vijayawada
  virar visakhapatnam vizianagaram warangal wardha yamunanagar yavatmal yelahanka alleppey banaras
  bangalore baroda belgaum bellary benares bombay calcutta calicut cannanore cochin davanagere
  ernakulam gulbarga gurgaon hubli kashi madras mangalore mysore nasik panjim pondicherry poona
  quilon shimoga simla sonepat trichur trichy trivandrum tumkur tuticorin vizag
  दिल्ली मुंबई मुम्बई बेंगलुरु बेंगलूरु बैंगलोर चेन्नई कोलकाता पुणे सूरत जयपुर लखनऊ
  इंदौर ठाणे भोपाल पटना वडोदरा लुधियाना आगरा नाशिक नासिक मेरठ
  राजकोट वाराणसी श्रीनगर धनबाद अमृतसर प्रयागराज रांची हावड़ा ग्वालियर विजयवाड़ा
  मदुरै कोटा गुवाहाटी हुबली बरेली मैसूर गुरुग्राम गुड़गांव
  जालंधर भुवनेश्वर सेलम वारंगल बीकानेर अमरावती नोएडा भिलाई कटक कोच्चि
  नेल्लोर भावनगर देहरादून आसनसोल नांदेड अजमेर गुलबर्गा जामनगर उज्जैन सिलीगुड़ी
  झांसी जम्मू मंगलौर बेलगाम गया जलगांव अकोला मथुरा पटियाला रोहतक पानीपत करनाल
  हिसार सोनीपत अंबाला शिमला हरिद्वार हल्द्वानी सतना सागर रीवा कोरबा दरभंगा पूर्णिया
  बोकारो अलवर सीकर सांगली सातारा लातूर धुले पणजी विशाखापत्तनम तिरुवनंतपुरम कोयंबटूर
  சென்னை கோயம்புத்தூர் கோவை மதுரை திருச்சி திருச்சிராப்பள்ளி சேலம் திருநெல்வேலி திருப்பூர் ஈரோடு
  வேலூர் தூத்துக்குடி தஞ்சாவூர் திண்டுக்கல் நாகர்கோவில் கடலூர் காஞ்சிபுரம் கும்பகோணம் கரூர் ஓசூர்
  விழுப்புரம் திருவண்ணாமலை புதுச்சேரி பாண்டிச்சேரி பெங்களூரு மும்பை டெல்லி ஹைதராபாத் கொச்சி
  தாம்பரம் ஆவடி நாமக்கல்
  హైదరాబాద్ విశాఖపట్నం విజయవాడ గుంటూరు వరంగల్ నెల్లూరు కర్నూలు రాజమండ్రి తిరుపతి కాకినాడ
  నిజామాబాద్ కరీంనగర్ ఖమ్మం కడప అనంతపురం ఒంగోలు సికింద్రాబాద్ చెన్నై బెంగళూరు
  ಬೆಂಗಳೂರು ಮೈಸೂರು ಮಂಗಳೂರು ಹುಬ್ಬಳ್ಳಿ ಧಾರವಾಡ ಬೆಳಗಾವಿ ಕಲಬುರಗಿ ದಾವಣಗೆರೆ ಬಳ್ಳಾರಿ ವಿಜಯಪುರ ಶಿವಮೊಗ್ಗ
  ತುಮಕೂರು ಉಡುಪಿ ಹಾಸನ ಮಂಡ್ಯ ರಾಯಚೂರು ಬೀದರ್
  തിരുവനന്തപുരം കൊച്ചി കോഴിക്കോട് തൃശ്ശൂർ തൃശൂർ കൊല്ലം കണ്ണൂർ ആലപ്പുഴ പാലക്കാട് കോട്ടയം മലപ്പുറം
  എറണാകുളം
  কলকাতা হাওড়া দুর্গাপুর আসানসোল শিলিগুড়ি বর্ধমান মালদা খড়গপুর ঢাকা চট্টগ্রাম গুয়াহাটি আগরতলা
  গুৱাহাটী
  અમદાવાદ સુરત વડોદરા રાજકોટ ભાવનગર જામનગર જૂનાગઢ ગાંધીનગર આણંદ નડિયાદ મોરબી ભુજ મુંબઈ
  ਅੰਮ੍ਰਿਤਸਰ ਲੁਧਿਆਣਾ ਜਲੰਧਰ ਪਟਿਆਲਾ ਬਠਿੰਡਾ ਮੋਹਾਲੀ ਚੰਡੀਗੜ੍ਹ
  ଭୁବନେଶ୍ୱର କଟକ ପୁରୀ ରାଉରକେଲା ସମ୍ବଲପୁର ବ୍ରହ୍ମପୁର
`);

/** States and countries: too large to be an address, though they may end one. */
export const STATES: readonly string[] = namesListed(`
  andhra_pradesh arunachal_pradesh assam bihar chhattisgarh goa gujarat haryana himachal_pradesh
  jharkhand karnataka kerala madhya_pradesh maharashtra manipur meghalaya mizoram nagaland odisha
  orissa punjab rajasthan sikkim tamil_nadu tamilnadu telangana tripura uttar_pradesh uttarakhand
  west_bengal jammu_and_kashmir ladakh ap ar br cg ct ga gj hp hr jh jk ka kl la mh ml mn mp mz nl
  od or pb py rj sk tn tg tr ts uk up ut wb india bharat
  उत्तर_प्रदेश मध्य_प्रदेश महाराष्ट्र राजस्थान बिहार गुजरात कर्नाटक तमिलनाडु केरल पंजाब हरियाणा झारखंड छत्तीसगढ़
  उत्तराखंड हिमाचल_प्रदेश पश्चिम_बंगाल ओडिशा असम गोवा तेलंगाना आंध्र_प्रदेश भारत
  தமிழ்நாடு கேரளா கர்நாடகா இந்தியா తెలంగాణ ఆంధ్రప్రదేశ్ భారతదేశం ಕರ್ನಾಟಕ ಭಾರತ কেরল পশ্চিমবঙ্গ ভারত ગુજરાત
  ભારત ਪੰਜਾਬ ਭਾਰਤ ଓଡ଼ିଶା കേരളം ഇന്ത്യ
`);
