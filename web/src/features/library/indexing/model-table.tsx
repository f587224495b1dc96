import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge, type BadgeKind } from '../../../ui/marks/badge.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { SectionHead } from '../../../ui/page/page-header.tsx'
import { useDownload } from './api.ts'
import { bytesUnasked, modelStateWords } from './stage-words.ts'

const LOOKS: Readonly<Record<ModelState['state'], BadgeKind>> = {
  missing: 'idle',
  unasked: 'idle',
  downloading: 'busy',
  ready: 'ok',
  failed: 'danger',
}

/** The models that Footnote downloads, and how far each machine has them. */
export function ModelTable({ models }: { models: readonly ModelState[] }) {
  return (
    <>
      <SectionHead title="Models" count={models.length}>
        <Download bytes={bytesUnasked(models)} />
      </SectionHead>
      {models.length === 0 ? (
        <EmptyState fact="No models to download" next="The engines above need no download." />
      ) : (
        <ul className="panel indexing-list">
          {models.map((model) => (
            <li key={model.name}>
              <div className="min-w-0 flex-1">
                <p className="font-medium">{model.title}</p>
                {model.detail && <p className="hint">{model.detail}</p>}
                {model.state === 'unasked' && <p className="hint">{formatFileSize(model.bytes)}</p>}
              </div>
              <Badge kind={LOOKS[model.state]}>{modelStateWords(model)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** An admin sees the size of a large download before it starts. */
function Download({ bytes }: { bytes: number }) {
  const download = useDownload()
  if (bytes === 0) return null
  return (
    <Button size="sm" busy={download.isPending || download.isSuccess} onClick={() => download.mutate(undefined)}>
      Download models ({formatFileSize(bytes)})
    </Button>
  )
}
