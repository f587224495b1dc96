import type { ModelState } from '@footnote/contract/models.ts'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionHead } from '../../ui/page-header.tsx'
import { modelStateWords } from './words.ts'

const LOOKS: Readonly<Record<ModelState['state'], BadgeKind>> = {
  missing: 'idle',
  downloading: 'busy',
  ready: 'ok',
  failed: 'danger',
}

/** The models that are fetched by themselves, and what the machines have of them. */
export function ModelTable({ models }: { models: readonly ModelState[] }) {
  return (
    <>
      <SectionHead title="Models" count={models.length} />
      {models.length === 0 ? (
        <EmptyState fact="No model is fetched." next="The engines above need none, or read those that are here." />
      ) : (
        <ul className="panel indexing-list">
          {models.map((model) => (
            <li key={model.name}>
              <div className="min-w-0 flex-1">
                <p className="font-medium">{model.title}</p>
                {model.detail && <p className="hint">{model.detail}</p>}
              </div>
              <Badge kind={LOOKS[model.state]}>{modelStateWords(model)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
