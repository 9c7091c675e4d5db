import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useCallback } from 'react';
import type { AdministrationClient } from './administration-client';
import { useLoaded } from './use-loaded';

/** Shown while the gateway sends no calls because its store has lost data. A person resumes them. */
export function StoreNotice({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(() => client.get<{ hasForgotten: boolean }>('/store'), [client]);
  const { value, act } = useLoaded(load);
  if (value?.hasForgotten !== true) return null;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        Calls are stopped. The gateway’s store has lost data: it was emptied, replaced, or restored
        from an older copy. Check budgets and tokens, then resume. Every budget for today then
        counts as used up.
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => void act(() => client.post('/store/confirm'))}>Resume calls</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
