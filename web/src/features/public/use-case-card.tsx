import { Link } from 'react-router'
import { useAlive } from '../../lib/use-alive.ts'
import { Badge } from '../../ui/badge.tsx'
import type { UseCase } from './use-case.ts'

/** A use case in the list: its picture, what it is about, and that it is an example. */
export function UseCaseCard({
  useCase: { id, category, title, subtitle, image, product },
  featured = false,
}: {
  useCase: UseCase
  featured?: boolean
}) {
  // Pictures below the first view come with the program.
  const alive = useAlive()
  return (
    <article className={featured ? 'story-card story-card-featured' : 'story-card'}>
      <img
        src={featured || alive ? image : undefined}
        alt=""
        width={640}
        height={400}
        loading={featured ? 'eager' : 'lazy'}
        decoding="async"
      />
      <div>
        <p className="story-kind">
          <Badge kind="line">Example</Badge>
          <span>{category}</span>
          <span>{product}</span>
        </p>
        <h2>
          <Link to={`/use-cases/${id}`}>{title}</Link>
        </h2>
        <p>{subtitle}</p>
      </div>
    </article>
  )
}
