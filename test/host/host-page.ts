export const SITE = 'officeapps.live.com';
/** Where Microsoft's script expects Excel on the web. */
export const HOST_ORIGIN = `https://excel.${SITE}`;
export const CONVERSATION = 'locus-conversation';

/**
 * The page around the add-in: one frame, whose name says who its host is, as Excel on the web
 * writes it. It passes each message on: `toExcel(text)` from the frame, `fromExcel(text)` to it.
 * `startAddin()` puts the frame in, anew if it was there.
 *
 * @param addinUrl the page that the manifest names.
 */
export function hostPage(addinUrl: string): string {
  const frameName = JSON.stringify({
    baseFrameName: 'locus-frame',
    hostInfo: `Excel$Web$16.00$en-US$locus-session$$$${SHARED_RUNTIME | CUSTOM_FUNCTIONS}`,
    xdmInfo: `${CONVERSATION}|locus-app|${HOST_ORIGIN}/workbook`,
    serializerVersion: '1',
  });
  return `<!doctype html>
<title>Excel on the web, played</title>
<link rel="icon" href="data:,">
<body style="margin: 0"></body>
<script>
  let frame;
  globalThis.startAddin = () => {
    frame?.remove();
    frame = document.createElement('iframe');
    frame.style.cssText = 'display: none; width: 350px; height: 640px; border: 0';
    // A name that is set later would not reach the page inside.
    frame.name = ${JSON.stringify(frameName)};
    frame.src = ${JSON.stringify(addinUrl)};
    document.body.append(frame);
  };
  globalThis.displayAddin = (display) => frame.style.setProperty('display', display);
  globalThis.fromExcel = (text) => frame.contentWindow.postMessage(text, '*');
  addEventListener('message', ({ source, data }) => {
    if (source === frame?.contentWindow && typeof data === 'string') void toExcel(data);
  });
</script>`;
}

const SHARED_RUNTIME = 1;
const CUSTOM_FUNCTIONS = 2;
