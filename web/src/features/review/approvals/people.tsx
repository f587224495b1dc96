import { decides, type ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import { Avatar, namesIn } from '../../../ui/marks/avatar.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { PersonName } from '../../../ui/marks/person-name.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'

/** Who was asked, and what they and others said. */
export function People({ people }: { people: readonly ReviewPerson[] }) {
  if (people.length === 0)
    return (
      <EmptyState
        fact="Nobody was asked for a review"
        next="The last verdict counts, or the status that a member sets."
      />
    )
  const someDecide = people.some(decides)
  return (
    <ul className="approval-people" aria-label="People">
      {people.map((person) => (
        <li key={person.id}>
          <Avatar {...namesIn(person.name)} guest={person.kind === 'guest'} />
          <div className="min-w-0">
            <p className="approval-person">
              <PersonName name={person.name} guest={person.kind === 'guest'} />
              {person.me && <span>you</span>}
              {someDecide && !person.asked && <span>not asked, does not count</span>}
              {person.link_ended && person.verdict && <span>link ended</span>}
            </p>
            {person.note && (
              <p className="approval-note" dir="auto">
                {person.note}
              </p>
            )}
          </div>
          <p className="approval-verdict">
            <Verdict {...person} />
            {person.at && (
              <span>
                <RelativeTime at={person.at} />
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Verdict({ verdict, link_ended }: Pick<ReviewPerson, 'verdict' | 'link_ended'>) {
  if (verdict === 'approved') return <Badge kind="ok">Approved</Badge>
  if (verdict === 'changes_requested') return <Badge kind="warn">Changes requested</Badge>
  return <Badge>{link_ended ? 'Link ended' : 'Not decided'}</Badge>
}
