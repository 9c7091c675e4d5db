import { CONTRACT_NAMES } from '../../src/engine/contract/attribute-name';
import { suiteStage } from '../host/excel-stage';
import { createWorkbook } from '../host/workbook';

const KEYS = [
  ['that is good', 'locus-demo-key'],
  ['that is refused', 'probe-4f1c9a7d20b84e63-KEY'],
] as const;

describe('in Excel, a key', () => {
  const { stage, server } = suiteStage();

  it.each(KEYS)(
    '%s is in the service’s calls and its own record, and nowhere else',
    async (_, key) => {
      const workbook = createWorkbook();
      const excel = await stage.open({ address: server.address, workbook: workbook.answer });
      server.sample.reset();
      await excel.enterKey(key, true);
      const values = [
        ['LOCATTR', [12.9, 77.6, CONTRACT_NAMES[0]]],
        ['LOCATTR', [95, 77.6, CONTRACT_NAMES[0]]],
        ['LOCSCORE', ['store-potential', 'Adyar, Chennai', null, null]],
        ['LOCSCORE', ['no-such-model', 'Adyar, Chennai', null, null]],
      ] as const;
      await excel.calculate(
        values.map(([name, parts]) => ({ name, values: parts.map((value) => [[value]]) })),
      );
      expect(server.sample.stats().calls).toBeGreaterThan(1);
      await excel.reload();
      await excel.show();
      await excel.frame.getByText('Your key is saved on this device.').waitFor();

      const { document, local, others } = await excel.frame.evaluate(() => ({
        document: window.document.documentElement.outerHTML,
        local: { ...localStorage } as Record<string, string>,
        others: [
          window.name,
          location.href,
          window.document.cookie,
          ...Object.values(sessionStorage),
        ],
      }));
      const holding = Object.entries(local).filter(([, text]) => text.includes(key));
      expect(holding.map(([name]) => name)).toEqual([expect.stringMatching(/credential$/)]);
      const frames = excel.page.frames().flatMap((frame) => [frame.url(), frame.name()]);
      const { sent, requests, entries, complaints } = excel;
      expect(sent.length).toBeGreaterThan(10);
      for (const text of [
        ...sent,
        ...requests,
        ...entries,
        ...complaints,
        document,
        ...others,
        ...frames,
      ]) {
        for (const disguise of [key, btoa(key), key.slice(0, -4), key.slice(4)]) {
          expect(text).not.toContain(disguise);
        }
      }
      await excel.close();
    },
  );
});
