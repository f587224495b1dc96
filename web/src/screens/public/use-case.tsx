import { useParams } from 'react-router'
import { useCases } from '../../features/public/pages/use-cases/stories/stories.ts'
import { UseCaseStory } from '../../features/public/pages/use-cases/use-case-story.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageMeta } from '../../ui/page/page-meta.tsx'
import '../../features/public/pages/public.css'
import '../../features/public/pages/use-cases/stories/stories.css'

export default function UseCaseScreen() {
  const { id } = useParams()
  const useCase = useCases.find((candidate) => candidate.id === id)
  if (!useCase) return <UseCaseNotFound />
  const { title, subtitle, screen } = useCase
  return (
    <>
      <PageMeta
        title={title}
        description={subtitle}
        path={`/use-cases/${useCase.id}`}
        image={`${screen.url}-light.webp`}
      />
      <UseCaseStory useCase={useCase} />
    </>
  )
}

function UseCaseNotFound() {
  return (
    <main className="page">
      <title>Use Case Not Found · Footnote</title>
      <div className="empty mt-6">
        <h1 className="text-2xl text-text">Use Case Not Found</h1>
        <p>There is no use case at this address.</p>
        <ButtonLink variant="primary" className="mt-3" to="/use-cases">
          Back to Use Cases
        </ButtonLink>
      </div>
    </main>
  )
}
