import { saveFile, type SavingPage } from './file-saving';

/** What a person can take into a document: readable on white paper, whatever the theme. */
export interface Picture {
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Draws all of it, the background too, in CSS pixels. */
  draw(context: CanvasRenderingContext2D): void;
}

/**
 * What a page can do with pictures. A PNG is text in base64, so that it can be sent in a message.
 */
export interface Pictures {
  /** A PNG of the picture; undefined if the page cannot draw. */
  png(picture: Picture): string | undefined;
  /** Puts a PNG on the clipboard; false if the page may not. Call it while a click is handled. */
  copy(png: string): Promise<boolean>;
  /** Offers a PNG to save; false if the page cannot. */
  save(name: string, png: string): boolean;
}

/** What pictures need from a page. */
export interface PicturePage extends SavingPage {
  readonly navigator: { readonly clipboard?: Pick<Clipboard, 'write'> };
  readonly ClipboardItem?: typeof ClipboardItem;
}

/** Pixels for each CSS pixel, so that a picture stays sharp on a projector and in print. */
const SHARPNESS = 2;
const TYPE = 'image/png';

/** Creates what a page can do with pictures. Nothing here throws. */
export function createPictures(page: PicturePage): Pictures {
  return {
    png({ width, height, draw }) {
      const canvas = page.document.createElement('canvas');
      canvas.width = Math.round(width * SHARPNESS);
      canvas.height = Math.round(height * SHARPNESS);
      const context = canvas.getContext('2d');
      if (context === null) return undefined;
      context.scale(SHARPNESS, SHARPNESS);
      draw(context);
      const [start, png] = canvas.toDataURL(TYPE).split(',');
      // A canvas that is too large for the device gives an empty address.
      return start?.startsWith(`data:${TYPE}`) === true && png !== '' ? png : undefined;
    },
    async copy(png) {
      const { clipboard } = page.navigator;
      if (clipboard === undefined || page.ClipboardItem === undefined) return false;
      try {
        const file = new Blob([bytesOf(png)], { type: TYPE });
        await clipboard.write([new page.ClipboardItem({ [TYPE]: file })]);
        return true;
      } catch {
        // Web views and frames of other sites often may not.
        return false;
      }
    },
    save: (name, png) => saveFile(name, bytesOf(png), page, TYPE),
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
