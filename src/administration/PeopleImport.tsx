import { Button } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { AdministrationClient, ImportReport } from './administration-client';

interface PeopleImportProps {
  readonly client: AdministrationClient;
  act(doing: () => Promise<unknown>): Promise<void>;
}

/** Takes a CSV of people, and says which of its lines were refused and why. */
export function PeopleImport({ client, act }: PeopleImportProps) {
  const input = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<ImportReport>();
  const load = async (file: File): Promise<void> => {
    const csv = await file.text();
    setReport(await client.post<ImportReport>('/people/import', { csv }));
  };
  const refused = report?.lines.filter(({ status }) => status === 'refused') ?? [];
  return (
    <section aria-label="Import">
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV of people"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          setReport(undefined);
          if (file !== undefined) void act(() => load(file));
          // So that the same file may be taken again, once it is corrected.
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>Import a CSV</Button>
      <div role="status">
        {report !== undefined && (
          <p>
            {report.added.toLocaleString()} added, {report.refused.toLocaleString()} refused
          </p>
        )}
      </div>
      {refused.length > 0 && (
        <ul>
          {refused.slice(0, MOST_SHOWN).map(({ line, reason }) => (
            <li key={line}>
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const MOST_SHOWN = 100;
