import { BY_ME, COMMENT_SORTS, type CommentSort } from '@footnote/contract/nouns/review/comments.ts'
import { ArrowDownWideNarrow, ListFilter } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { SegmentedControl } from '../../../../ui/forms/segmented-control.tsx'
import { Menu, MenuCheck, MenuChoice, MenuLabel, MenuLine } from '../../../../ui/overlays/menu.tsx'
import { type Discussion, livingRoots } from '../discussion/discussion.ts'
import type { DiscussionState } from '../discussion/discussion-store.ts'
import { authorOf, personOf } from './author.ts'
import { type CommentFilter, isFiltered, KIND_NAMES, KINDS, passes } from './filter.ts'

const SORTS = COMMENT_SORTS.map((value) => ({ value, label: value === 'timeline' ? 'Timeline' : 'Latest' }))
const ANYBODY = ''

interface ListHeadProps {
  state: DiscussionState
  filter: CommentFilter
  onFilter: (filter: CommentFilter) => void
  sort: CommentSort
  onSort: (sort: CommentSort) => void
  /** Whether the viewer came by a share link, which shows no team-only comments. */
  guest: boolean
  /** Whether the choice between open and resolved ones is in the menu, because tabs are in its place. */
  compact: boolean
  /** More buttons. @param some whether the list has comments */
  tools?: ((some: boolean) => ReactNode) | undefined
}

/** The head of the list: how many comments are open and resolved, which ones are shown, and in which order. */
export function ListHead({ state, filter, onFilter, sort, onSort, guest, compact, tools }: ListHeadProps) {
  const { total, resolved, reading, discussion } = state
  const known = reading !== 'nothing' && (total > 0 || isFiltered(filter))
  const counts = useMemo(
    () => countsOf(discussion, filter) ?? { total, resolved },
    [discussion, filter, total, resolved],
  )
  const shows = [
    { value: 'open', label: `Open ${counts.total - counts.resolved}` },
    { value: 'resolved', label: `Resolved ${counts.resolved}` },
    { value: 'all', label: `All ${counts.total}` },
  ] as const
  const show = (chosen: CommentFilter['show']) => onFilter({ ...filter, show: chosen })
  return (
    <header className="comments-head">
      <h2>Comments</h2>
      {known && !compact && (
        <SegmentedControl size="sm" label="Show comments" options={shows} value={filter.show} onChange={show} />
      )}
      <span className="flex-1" />
      {known && (
        <FilterMenu discussion={discussion} filter={filter} onFilter={onFilter} guest={guest}>
          {compact && (
            <>
              <MenuChoice options={shows} value={filter.show} onChange={show} />
              <MenuLine />
            </>
          )}
        </FilterMenu>
      )}
      {tools?.(known)}
      <Menu
        trigger={
          <button
            type="button"
            className="btn btn-ghost btn-icon btn-sm"
            aria-label={`Sort: ${SORTS.find(({ value }) => value === sort)?.label}`}
          >
            <ArrowDownWideNarrow className="icon" aria-hidden="true" />
          </button>
        }
      >
        <MenuChoice options={SORTS} value={sort} onChange={onSort} />
      </Menu>
    </header>
  )
}

/** How many roots of the chosen person and kinds there are; null without such a choice: then the server's numbers hold. */
function countsOf(discussion: Discussion, filter: CommentFilter): { total: number; resolved: number } | null {
  if (filter.by === null && filter.kinds.length === 0) return null
  const chosen = livingRoots(discussion).filter((root) => passes({ ...filter, show: 'all' }, root))
  return { total: chosen.length, resolved: chosen.filter(({ resolved_at }) => resolved_at !== null).length }
}

function FilterMenu({
  discussion,
  filter,
  onFilter,
  guest,
  children,
}: Pick<ListHeadProps, 'filter' | 'onFilter' | 'guest'> & {
  discussion: Discussion
  /** Entries above the others. */
  children: ReactNode
}) {
  const { by, kinds } = filter
  const people = useMemo(() => authorsIn(discussion, by), [discussion, by])
  const person = people.find(({ value }) => value === by)?.label
  const chosen = [by === BY_ME ? 'Mine' : person, ...kinds.map((kind) => KINDS[kind].label)].filter(Boolean)
  return (
    <Menu
      className="menu-options"
      trigger={
        <button
          type="button"
          className="btn btn-ghost btn-icon btn-sm filter"
          data-on={chosen.length > 0 || undefined}
          aria-label={chosen.length > 0 ? `Filter: ${chosen.join(', ')}` : 'Filter'}
        >
          <ListFilter className="icon" aria-hidden="true" />
        </button>
      }
    >
      {children}
      {KIND_NAMES.filter((kind) => !(guest && KINDS[kind].members_only)).map((kind) => (
        <MenuCheck
          key={kind}
          checked={kinds.includes(kind)}
          onChange={(on) =>
            onFilter({ ...filter, kinds: KIND_NAMES.filter((other) => (other === kind ? on : kinds.includes(other))) })
          }
        >
          {KINDS[kind].label}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuLabel>By person</MenuLabel>
      <MenuChoice
        options={[{ value: ANYBODY, label: 'Everybody' }, { value: BY_ME, label: 'Mine' }, ...people]}
        value={by ?? ANYBODY}
        onChange={(name) => onFilter({ ...filter, by: name === ANYBODY ? null : name })}
      />
    </Menu>
  )
}

/** The authors of roots, and the chosen one, in order of their names. Two of one name have their addresses. */
function authorsIn(discussion: Discussion, by: string | null): readonly { value: string; label: string }[] {
  const people = new Map<string, string>()
  for (const comment of livingRoots(discussion)) {
    if (comment.deleted_at !== null) continue
    people.set(personOf(comment), authorOf(comment))
  }
  if (by !== null && by !== BY_ME && !people.has(by)) people.set(by, by)
  const names = [...people.values()]
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  return [...people]
    .map(([value, name]) => ({ value, label: isShared(name) && value !== name ? `${name} (${value})` : name }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
