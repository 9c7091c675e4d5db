/**
 * Attribute names as small numbers: a place's names are then compared as integers, and 10,000
 * places share one text. Ids are given in order from 0 and never change.
 */
export class Names {
  private readonly ids = new Map<string, number>();
  private readonly texts: string[] = [];

  idOf(text: string): number {
    let id = this.ids.get(text);
    if (id === undefined) {
      id = this.texts.length;
      this.ids.set(text, id);
      this.texts.push(text);
    }
    return id;
  }

  /** @param id given by `idOf`. */
  textOf(id: number): string {
    return this.texts[id] as string;
  }
}
