import { Button, Text } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { saveText } from './gateway-client';
import { Row } from './PageFrame';

interface CsvImportProps {
  readonly label: string;
  /** The file's columns, and lines that show how to fill them in. */
  readonly template: { readonly columns: readonly string[]; readonly examples: readonly string[] };
  run(doing: () => Promise<unknown>): Promise<unknown>;
  send(csv: string): Promise<CsvReport>;
}

/** The result of a file: how many lines were taken, and why others were not. */
export interface CsvReport {
  readonly added: number;
  readonly refused: number;
  /** A line that was taken has no reason. */
  readonly lines: readonly { readonly line: number; readonly reason?: string }[];
}

/** Takes a CSV file, and says which lines were refused and why. */
export function CsvImport({ label, template, run, send }: CsvImportProps) {
  const lines = [template.columns.join(','), ...template.examples];
  const input = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<CsvReport>();
  const refused = report?.lines.filter(({ reason }) => reason !== undefined);
  return (
    <section aria-label={label} style={{ overflowWrap: 'anywhere' }}>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={`CSV: ${label}`}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          setReport(undefined);
          if (file !== undefined) void run(async () => setReport(await send(await file.text())));
          // Lets a person choose the same file again once it is corrected.
          target.value = '';
        }}
      />
      <Row>
        <Button onClick={() => input.current?.click()}>{label}</Button>
        <Button
          aria-label={`Save a template: ${label}`}
          onClick={() => saveText('template.csv', [...lines, ''].join('\r\n'))}
        >
          Save a template
        </Button>
      </Row>
      <Text>Columns: {template.columns.join(', ')}. All but the first may be left out.</Text>
      <div role="status">
        {report !== undefined && (
          <p>
            {report.added.toLocaleString()} added, {report.refused.toLocaleString()} refused
          </p>
        )}
      </div>
      {refused !== undefined && refused.length > 0 && (
        <ul>
          {refused.slice(0, MOST_SHOWN).map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const MOST_SHOWN = 100;
