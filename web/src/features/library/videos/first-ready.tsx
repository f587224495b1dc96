import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import { useState } from 'react'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import './first-ready.css'

/** Says that the first video of a collection can be searched. */
export function FirstReady({ detail: { collection, videos } }: { detail: CollectionDetail }) {
  const ready = videos.find(({ status }) => status === 'SUCCESS')
  const [waited] = useState(ready === undefined)
  if (!waited || !ready) return null
  return (
    <div className="first-ready">
      <Alert
        kind="ok"
        action={
          <ButtonLink size="sm" to={`/collections/${collection.id}/search`}>
            Ask it
          </ButtonLink>
        }
      >
        {`${ready.file_name} is ready to search.`}
      </Alert>
    </div>
  )
}
