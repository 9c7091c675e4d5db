import { namesListed } from './header-words';

/** Whether a text is a word for a total, an average or the like. */
export function isTotal(text: string): boolean {
  // `Max` is a name, while pandas writes `max` in its summary.
  if (TOTAL.test(text) || text === 'max') return true;
  return TOTALS.has(
    text
      .replace(/ ?[:：=]? ?\d*$/, '')
      .toLowerCase()
      .normalize('NFC'),
  );
}

/** Whether a text is the name of a group's subtotal: `South Total`, `Süd Ergebnis`. */
export function isPartTotal(text: string): boolean {
  return PART_TOTAL.test(text);
}

/** `Total`, `Grand total:`, `Total (12 stores)`, `Total for March`. */
const TOTAL =
  /^(?:(?:grand|sub|net|overall|report|page)?[ -]?totals?|sum|average|avg\.?|mean|count|median|min(?:\.|imum)?|maximum|centroid|st(?:andard |d\.? ?)?dev(?:iation|p)?|std\.?|variance|\d{1,2}%)(?: (?:of|for|in) .*| ?\(.*\)| ?\d+(?: \p{L}+)?)?(?: (?:rows?|stores?|sites?|records?|entries))? ?[:=]? ?\d*$/iu;

/** What other languages call a total, an average, the largest or the smallest number, in lower case. */
const TOTALS: ReadonlySet<string> = new Set(
  namesListed(`
    summe gesamt gesamtsumme zwischensumme insgesamt anzahl mittel mittelwert
    durchschnitt totaal toplam razem suma
    total_général total_general total_geral sous-total somme moyenne mínimo máximo
    media média promedio somma maksimum jumlah tổng tổng_cộng
    итого всего сумма среднее минимум максимум
    कुल कुल_योग कुल_जोड़ योग औसत अधिकतम न्यूनतम एकूण মোট మొత్తం மொத்தம் ಒಟ್ಟು
    ആകെ કુલ ਕੁੱਲ 合计 总计 小计 平均 最大 最小 合計 総計 小計
    합계 총계 평균 المجموع الإجمالي المتوسط
  `).map((word) => word.normalize('NFC')),
);

const PART_TOTAL = /^.+ (?:total|average|avg|mean|ergebnis|mittelwert)$/iu;
