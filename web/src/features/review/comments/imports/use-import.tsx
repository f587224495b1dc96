import type { ExportRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { commentImports, type ImportResult } from '@footnote/contract/nouns/review/comments/imports.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../../lib/calls/client.ts'
import { offerUndo } from '../../../../ui/overlays/offer-undo.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import type { ChosenFile } from './read-file.ts'

/** How the places of a file are counted. */
interface Timeline {
  /** Timecode of the first frame; null for the usual one. */
  readonly start: string | null
  /** Null for that of the video. */
  readonly rate: ExportRate | null
}

/** Milliseconds for which an import can be undone. */
const UNDO = 12_000

const count = (comments: number): string => (comments === 1 ? '1 comment' : `${comments} comments`)

/** What a file would import, and the call that does it, which closes the dialog and offers to undo it. */
export function useImport(
  { video_id, file, start, rate }: Timeline & { video_id: string; file: ChosenFile | null },
  onDone: () => void,
) {
  const bodyOf = ({ format, content }: ChosenFile, dry_run: boolean) => ({
    format,
    content,
    dry_run,
    ...(start !== null && { start }),
    ...(rate !== null && { rate }),
  })
  const params = { video_id }
  const preview = useQuery({
    queryKey: ['import', video_id, file?.id, start, rate],
    queryFn: ({ signal }) => call(commentImports.run, { params, body: bodyOf(file!, true) }, signal),
    enabled: file !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const writing = useMutation({
    mutationFn: (chosen: ChosenFile) => call(commentImports.run, { params, body: bodyOf(chosen, false) }),
    onSuccess: ({ comments }) => {
      offerUndoOfImport(video_id, comments)
      onDone()
    },
  })
  return {
    preview: file === null ? undefined : preview.data,
    reading: preview.isFetching,
    failure: writing.error ?? preview.error,
    write: writing.mutate,
    isPending: writing.isPending,
  }
}

function offerUndoOfImport(video_id: string, comments: ImportResult['comments']): void {
  const comment_ids = comments.map(({ id }) => id)
  const undo = async () => {
    try {
      const { deleted, kept } = await call(commentImports.undo, { params: { video_id }, body: { comment_ids } })
      const rest = kept > 0 ? `. ${count(kept)} stayed, because others have answered` : ''
      toast.success(`${count(deleted)} deleted${rest}`)
    } catch (error) {
      console.warn('undo of an import', error)
      toast.error('Failed to undo the import')
    }
  }
  offerUndo(`${count(comments.length)} imported`, () => void undo(), UNDO)
}
