import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useCallback } from 'react';
import type { AdministrationClient } from './administration-client';
import { useLoaded } from './use-loaded';

/** Nothing is sent while the store knows less than it did: a person decides to go on. */
export function StoreNotice({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(() => client.get<{ hasForgotten: boolean }>('/store'), [client]);
  const { value, act } = useLoaded(load);
  if (value?.hasForgotten !== true) return null;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        The gateway’s store has forgotten calls that were made: it was emptied, exchanged, or
        restored from an older copy. Nothing is sent. If you go on, today counts as spent for every
        budget. Check the budgets and tokens first.
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => void act(() => client.post('/store/confirm'))}>Go on</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
