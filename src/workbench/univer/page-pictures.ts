import type { IScale } from '@univerjs/core';
import {
  SheetExtension,
  SpreadsheetExtensionRegistry,
  type SpreadsheetSkeleton,
  type UniverRenderingContext,
} from '@univerjs/engine-render';
import { DRAWING_SPACE } from '../../addin/spreadsheet/printed-page';
import { isRecord } from '../../engine/contract/json-checks';
import { pageIn, type PagePicture } from '../files/page-pictures';

/** Pictures are drawn above what cells draw. */
const ABOVE = 60;

/**
 * Draws the pictures of printed pages where their rows begin. Univer's own pictures would take three
 * more packages, and a person could move and turn them.
 */
export function showPagePictures(redraw: () => void): void {
  // Univer makes one for each workbook that it draws.
  SpreadsheetExtensionRegistry.add(
    class extends PagePictures {
      constructor() {
        super(redraw);
      }
    },
  );
}

class PagePictures extends SheetExtension {
  override uKey = 'LocusPagePictures';
  protected override Z_INDEX = ABOVE;
  /** By their texts, which the sheet's own page keeps. */
  private readonly images = new Map<string, HTMLImageElement>();
  private readonly pictures = new WeakMap<object, readonly PagePicture[]>();

  constructor(private readonly redraw: () => void) {
    super();
  }

  override draw(
    context: UniverRenderingContext,
    _scale: IScale,
    { worksheet, rowHeightAccumulation }: SpreadsheetSkeleton,
  ): void {
    for (const { row, png, width, height } of this.picturesOf(worksheet?.getConfig().custom)) {
      const image = this.imageOf(png);
      if (!image.complete || image.naturalWidth === 0) continue;
      const top = row === 0 ? 0 : (rowHeightAccumulation[row - 1] ?? 0);
      context.drawImage(image, 0, top + DRAWING_SPACE / 2, width, height);
    }
  }

  private picturesOf(custom: unknown): readonly PagePicture[] {
    if (!isRecord(custom)) return [];
    const pictures = this.pictures.get(custom) ?? pageIn(custom)?.pictures ?? [];
    this.pictures.set(custom, pictures);
    return pictures;
  }

  private imageOf(png: string): HTMLImageElement {
    const known = this.images.get(png);
    if (known !== undefined) return known;
    // A page that was made again leaves its pictures behind.
    if (this.images.size >= MOST_IMAGES) this.images.clear();
    const image = new Image();
    image.addEventListener('load', this.redraw, { once: true });
    image.src = `data:image/png;base64,${png}`;
    this.images.set(png, image);
    return image;
  }
}

const MOST_IMAGES = 12;
