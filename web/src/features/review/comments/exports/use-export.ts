import type { ExportFormat, ExportRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { commentExports } from '@footnote/contract/nouns/review/comments/exports.ts'
import { stills } from '@footnote/contract/nouns/review/comments/stills.ts'
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { type Call, call, type ShareAccess } from '../../../../lib/calls/client.ts'
import { download } from '../../../../lib/calls/download.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { readFilter } from '../list/filter.ts'

/** Milliseconds between a change of the options and its preview: a person who types a timecode is not done yet. */
const PAUSE = 250

export interface ExportOptions {
  readonly format: ExportFormat
  /** Only the comments that the list shows. */
  readonly filtered: boolean
  readonly team: boolean
  /** Timecode of the first frame. */
  readonly start?: string
  readonly rate?: ExportRate
}

/** The calls of the export dialog; both close it when they succeed. */
export function useExport(video_id: string, share: ShareAccess | null, onDone: () => void) {
  const file = useMutation({
    mutationFn: (wanted: ExportOptions) =>
      download(commentExports.get, { params: { video_id }, query: queryOf(wanted) }, share),
    onSuccess: onDone,
  })
  const zip = useMutation({
    mutationFn: (body: Call<typeof stills.cut>['body']) => call(stills.cut, { params: { video_id }, body }),
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone()
    },
  })
  return {
    exportFile: (wanted: ExportOptions) => {
      zip.reset()
      file.mutate(wanted)
    },
    makeStills: (body: Call<typeof stills.cut>['body']) => {
      file.reset()
      zip.mutate(body)
    },
    error: file.error ?? zip.error,
    isPending: file.isPending || zip.isPending,
  }
}

/** What a file would have, a moment after the options changed. @param wanted null where there is no such file */
export function usePreview(video_id: string, share: ShareAccess | null, wanted: ExportOptions | null) {
  const query = wanted && queryOf(wanted)
  return useQuery({
    queryKey: ['export-preview', video_id, share?.share_token ?? null, query],
    queryFn:
      query === null
        ? skipToken
        : async ({ signal }) => {
            await new Promise((resolve) => setTimeout(resolve, PAUSE))
            signal.throwIfAborted()
            return await call(commentExports.preview, { params: { video_id }, query }, signal, share)
          },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

const queryOf = ({ filtered, team, ...wanted }: ExportOptions) => ({
  ...wanted,
  ...(filtered && filterOf()),
  ...(team && { team: 'true' as const }),
})

/** The filter of the list, which the address holds. */
function filterOf() {
  const { show, by, kinds } = readFilter(new URLSearchParams(window.location.search))
  return {
    ...(show !== 'all' && { status: show }),
    ...(by !== null && { by }),
    ...(kinds.includes('search') && { source: 'search' as const }),
    ...(kinds.includes('drawing') && { drawing: 'true' as const }),
    ...(kinds.includes('team') && { visibility: 'team' as const, team: 'true' as const }),
  }
}
