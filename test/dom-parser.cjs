/** What browsers have and Node lacks. Of broken XML it says so as they do; loaded when it is used. */
if (globalThis.DOMParser === undefined) {
  Object.defineProperty(globalThis, 'DOMParser', {
    configurable: true,
    get() {
      const { DOMParser, onWarningStopParsing } = require('@xmldom/xmldom');
      return class {
        parseFromString(text, type) {
          // The package also takes the lines of XML 1.1 for lines.
          const normalizeLineEndings = (source) => source.replace(/\r\n?/g, '\n');
          const options = { onError: onWarningStopParsing, normalizeLineEndings };
          try {
            return new DOMParser(options).parseFromString(text, type);
          } catch {
            return new DOMParser().parseFromString('<parsererror/>', type);
          }
        }
      };
    },
  });
}
