import { Link } from 'react-router'
import { Badge } from '../../../../ui/marks/badge.tsx'
import { ProductPicture } from '../product-picture.tsx'
import type { UseCase } from './use-case.ts'

/** A use case in the list: a screenshot, its topic, and the note that it is an example. */
export function UseCaseCard({
  useCase: { id, category, title, subtitle, screen, product },
  featured = false,
}: {
  useCase: UseCase
  featured?: boolean
}) {
  return (
    <article className={featured ? 'story-card story-card-featured' : 'story-card'}>
      <ProductPicture {...screen} large={false} eager={featured} />
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
