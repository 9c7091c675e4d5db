import { useId, type ReactNode } from 'react';
import { Title } from './layout';
import { Stack } from './layout';

export interface ShareCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** One thing to do before a workbook is sent. */
export function ShareCard({ title, children }: ShareCardProps) {
  const id = useId();
  return (
    <Stack isBoxed role="group" aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Stack>
  );
}
