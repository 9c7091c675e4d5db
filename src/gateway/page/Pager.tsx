import { Button, Field, SearchBox } from '@fluentui/react-components';
import { useState } from 'react';
import { Row } from './PageFrame';

/** The page of a list that is shown, counted from 0, and the search that filters the list. */
export function usePaging() {
  const [{ search, afters }, set] = useState({ search: '', afters: [] as readonly string[] });
  const after = afters.at(-1);
  const given = { limit: String(PAGE), search, ...(after === undefined ? {} : { after }) };
  return {
    search,
    /** The parameters of the request for this page. */
    query: `?${new URLSearchParams(given).toString()}`,
    page: afters.length,
    find: (wanted: string) => set({ search: wanted, afters: [] }),
    next: (last: string) => set({ search, afters: [...afters, last] }),
    back: () => set({ search, afters: afters.slice(0, -1) }),
  };
}

interface PagerProps {
  readonly label: string;
  readonly paging: ReturnType<typeof usePaging>;
  /** How many items there are, and where the next page begins. Undefined until that is known. */
  readonly list: { readonly total: number; readonly next: string | null } | undefined;
}

/** A search box, and buttons for the other pages if there are any. */
export function Pager({ label, paging, list }: PagerProps) {
  const { search, page } = paging;
  const first = page * PAGE + 1;
  const next = list?.next ?? null;
  return (
    <>
      <Field label={label}>
        <SearchBox value={search} onChange={(_event, { value }) => paging.find(value)} />
      </Field>
      {list !== undefined && (
        <Row>
          <span role="status">{rangeText(first, list.total, search)}</span>
          {page > 0 && <Button onClick={paging.back}>Previous page</Button>}
          {next !== null && <Button onClick={() => paging.next(next)}>Next page</Button>}
        </Row>
      )}
    </>
  );
}

interface PageTurnerProps {
  /** Where this page begins; "" for the first. */
  readonly after: string;
  readonly next: string | null | undefined;
  readonly onTurn: (after: string) => void;
}

/** Buttons for a list that rarely has a second page. */
export function PageTurner({ after, next, onTurn }: PageTurnerProps) {
  if (after === '' && !next) return null;
  return (
    <Row>
      {after !== '' && <Button onClick={() => onTurn('')}>First page</Button>}
      {next && <Button onClick={() => onTurn(next)}>Next page</Button>}
    </Row>
  );
}

/** The parameter of a request for a page; "" for the first. */
export function pageQuery(after: string): string {
  return after === '' ? '' : `?${new URLSearchParams({ after }).toString()}`;
}

function rangeText(first: number, total: number, search: string): string {
  if (total === 0) return search === '' ? 'None yet' : 'None found';
  const last = Math.min(first + PAGE - 1, total);
  return `${first.toLocaleString()} to ${last.toLocaleString()} of ${total.toLocaleString()}`;
}

/** Items on a page: as many as a browser shows without delay. */
export const PAGE = 50;
