import { useState } from 'react'
import { ClosingCall } from '../../features/public/pages/landing/closing-call.tsx'
import { useCases } from '../../features/public/pages/use-cases/stories/stories.ts'
import { CATEGORIES, type Category } from '../../features/public/pages/use-cases/use-case.ts'
import { UseCaseCard } from '../../features/public/pages/use-cases/use-case-card.tsx'
import '../../features/public/pages/public.css'
import '../../features/public/pages/use-cases/stories/stories.css'

const CHIPS: readonly (Category | 'All')[] = ['All', ...CATEGORIES]

export default function UseCases() {
  const [chosen, setChosen] = useState<Category | 'All'>('All')
  const [featured, ...rest] = useCases.filter(({ category }) => chosen === 'All' || category === chosen)
  return (
    <>
      <main className="wide stories">
        <h1>Use Cases</h1>
        <p className="say">
          See four teams’ work in Footnote, screen by screen. The teams are examples; the screens are real.
        </p>
        <fieldset className="chips">
          <legend className="sr-only">Category</legend>
          {CHIPS.map((chip) => (
            <button
              key={chip}
              type="button"
              className="chip"
              aria-pressed={chosen === chip}
              onClick={() => setChosen(chip)}
            >
              {chip}
            </button>
          ))}
        </fieldset>
        {featured && <UseCaseCard useCase={featured} featured />}
        <div className="story-grid">
          {rest.map((useCase) => (
            <UseCaseCard key={useCase.id} useCase={useCase} />
          ))}
        </div>
      </main>
      <ClosingCall>Which story is yours?</ClosingCall>
    </>
  )
}
