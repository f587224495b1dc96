import { useSearchParams } from 'react-router'
import { FILTERS, type Filter, SORTS, type Sort } from './arrange.ts'

/** How the videos of a collection are filtered and sorted. It is in the address, for a reload and the back button. */
export function useArrangement() {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string, usual: string) =>
    setSearch(
      (current) => {
        if (value === usual) current.delete(name)
        else current.set(name, value)
        return current
      },
      { replace: true },
    )
  return {
    filter: chosen(FILTERS, search.get('show'), 'all'),
    sort: chosen(SORTS, search.get('sort'), 'newest'),
    setFilter: (filter: Filter) => set('show', filter, 'all'),
    setSort: (sort: Sort) => set('sort', sort, 'newest'),
  }
}

/** An address may name anything. */
const chosen = <Value extends string>(
  options: readonly { readonly value: Value }[],
  named: string | null,
  usual: Value,
): Value => options.find(({ value }) => value === named)?.value ?? usual
