/** The start of every XML part. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export const RELATIONS_NAMESPACE =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
