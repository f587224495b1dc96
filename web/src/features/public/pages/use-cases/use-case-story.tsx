import { Link } from 'react-router'
import { Badge } from '../../../../ui/marks/badge.tsx'
import { ClosingCall } from '../landing/closing-call.tsx'
import { ProductPicture } from '../product-picture.tsx'
import type { UseCase } from './use-case.ts'

const PARTS = [
  ['introduction', 'Introduction'],
  ['challenge', 'Challenge'],
  ['solution', 'Solution'],
  ['results', 'Results'],
  ['looking_forward', 'Looking forward'],
  ['conclusion', 'Conclusion'],
] as const

/** A use case in full. */
export function UseCaseStory({ useCase }: { useCase: UseCase }) {
  return (
    <>
      <main className="wide story">
        <Link className="link text-text-2" to="/use-cases">
          All use cases
        </Link>
        <header>
          <p className="story-kind">
            <Badge kind="line">Example</Badge>
            <span>{useCase.category}</span>
            <span>{useCase.industry}</span>
            <span>{useCase.product}</span>
          </p>
          <h1>{useCase.title}</h1>
          <p className="say">{useCase.subtitle}</p>
        </header>
        <p className="story-note">
          This is an example of how Footnote can be used. The place and the people in it are made up.
        </p>
        <dl className="story-metrics">
          {useCase.metrics.map(({ value, label, billing }) => (
            <div key={label} className={billing ? 'for-billing' : undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="story-sides">
          <section>
            <h2>Challenge</h2>
            <p>{useCase.challenge}</p>
          </section>
          <section>
            <h2>Outcome</h2>
            <p>{useCase.outcome}</p>
          </section>
        </div>
        <Screenshots useCase={useCase} />
        <div className="story-body">
          <div className="story-text">
            {PARTS.map(([part, heading]) => (
              <section key={part}>
                <h2>{heading}</h2>
                <p>{useCase.full_content[part]}</p>
              </section>
            ))}
          </div>
          <aside>
            <h2>Key features</h2>
            <ul>
              {useCase.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
            <Quote useCase={useCase} />
          </aside>
        </div>
      </main>
      <ClosingCall>Try it with your own footage.</ClosingCall>
    </>
  )
}

function Screenshots({ useCase }: { useCase: UseCase }) {
  return (
    <div className="story-pictures">
      {useCase.screenshots.map(({ url, alt, caption }) => (
        <figure key={url}>
          <ProductPicture url={url} alt={alt} large={false} />
          <figcaption>{caption}</figcaption>
        </figure>
      ))}
    </div>
  )
}

function Quote({ useCase: { quote, author, role, company } }: { useCase: UseCase }) {
  return (
    <figure className="story-quote">
      <blockquote>“{quote}”</blockquote>
      <figcaption>
        {author} · {role} · {company}
        <span className="block">Written for this example, not said by anybody.</span>
      </figcaption>
    </figure>
  )
}
