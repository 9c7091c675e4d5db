import { t } from '../../engine/language/speech';
import type { SheetCopy } from '../spreadsheet/sheet-copy';

/** What became of a copy, in a few sentences. */
export function copyText(copy: SheetCopy): string {
  switch (copy.kind) {
    case 'failed':
      return copy.message;
    case 'nothing':
      return t('This sheet has no Locus formulas.');
    case 'waiting':
      return t(
        '{cells, plural, one {# cell is} other {# cells are}} still calculating. Try again when they have their values.',
        { cells: copy.cells },
      );
    case 'copied': {
      const { sheet, formulas, errors } = copy;
      const done = t(
        '{formulas, plural, one {# formula is a value} other {# formulas are values}} in the new sheet {sheet}. Other formulas stay formulas.',
        { formulas, sheet },
      );
      if (errors === 0) return done;
      const shown = t(
        '{errors, plural, one {# cell shows an error} other {# cells show an error}} in it too.',
        { errors },
      );
      return `${done} ${shown}`;
    }
  }
}
