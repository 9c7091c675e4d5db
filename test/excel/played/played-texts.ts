/** What a workbook holds beside its cells. */
export class PlayedTexts {
  /** By scope, a sheet's id or "" for the workbook. */
  readonly names = new Map<string, PlayedName[]>();
  readonly comments: PlayedRemark[] = [];
  readonly settings = new Map<string, unknown>();
  readonly properties = new Map<string, string>();
  readonly customProperties = new Map<string, unknown>();
}

export interface PlayedName {
  readonly name: string;
  formula: string;
  comment: string;
  isHidden?: boolean;
}

export interface PlayedRemark {
  readonly id: string;
  /** With its sheet. */
  readonly address: string;
  content: string;
  readonly replies: { readonly id: string; content: string }[];
}
