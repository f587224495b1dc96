import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { shareLinks } from '@footnote/contract/nouns/review/sharing/links.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../lib/calls/client.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { CopyField } from '../../../../ui/forms/copy-field.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { boxesKey } from '../api.ts'
import type { BoxLink } from './box-draft.ts'
import { BoxForm } from './box-form.tsx'
import { BoxRow } from './box-row.tsx'
import './boxes.css'

const isBox = (link: ShareLink): link is BoxLink => link.box !== null

/** Asks people without an account for files: makes boxes that send to a collection, and lists them. */
export function BoxDialog({ collection, onClose }: { collection: { id: string; name: string }; onClose: () => void }) {
  const { data, isError, refetch } = useQuery({
    queryKey: boxesKey(collection.id),
    queryFn: async ({ signal }) => {
      const query = { collection_id: collection.id, kind: 'box' as const }
      return (await call(shareLinks.listAll, { query }, signal)).share_links.filter(isBox)
    },
    staleTime: 0,
  })
  const [changed, setChanged] = useState<BoxLink | 'new' | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  // Whoever has made no box yet wants to make one.
  const formed = changed ?? (data?.length === 0 ? 'new' : null)
  const back = () => (data?.length === 0 ? onClose() : setChanged(null))
  return (
    <Dialog open onClose={onClose} title="Ask for files" width="wide">
      {formed ? (
        <BoxForm
          key={formed === 'new' ? 'new' : formed.id}
          collection_id={collection.id}
          link={formed === 'new' ? null : formed}
          onClose={back}
          onSaved={(made) => {
            setAddress(made)
            setChanged(null)
          }}
        />
      ) : (
        <>
          <DialogBody>
            {address && (
              <CopyField label="Link to send" value={address} action="Copy link" copied="Link copied to clipboard!" />
            )}
            <p className="hint">
              Whoever opens the link of a box can send videos into <bdi>{collection.name}</bdi>, and sees nothing of it.
            </p>
            {!data && isError && <NotLoaded what="The boxes could not be loaded." onRetry={refetch} />}
            {!data && !isError && <Skeleton className="h-16 w-full" />}
            {data && data.length > 0 && (
              <ul className="box-list">
                {data.map((link) => (
                  <BoxRow key={link.id} link={link} onChange={() => setChanged(link)} />
                ))}
              </ul>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setChanged('new')}>New box</Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  )
}
