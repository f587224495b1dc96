import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { MatchListFormat } from '@footnote/contract/nouns/review/comments/match-lists.ts'
import { matchLists } from '@footnote/contract/nouns/review/comments/match-lists.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { download } from '../../../../lib/calls/download.ts'
import { Menu, MenuItem } from '../../../../ui/overlays/menu.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { firstWords } from './first-words.ts'

/** Saves moments as a table or a text. @param query what was searched for; blank for pictures */
export function ListMenu({ matches, query }: { matches: readonly Match[]; query: string }) {
  const list = useMutation({
    mutationFn: (format: MatchListFormat) =>
      download(matchLists.make, {
        body: {
          format,
          query: query.replaceAll(/\s+/g, ' '),
          items: matches.map((match) => ({
            video_id: match.video_id,
            start_time: match.start_time,
            end_time: match.end_time,
            score: match.score,
            types: match.types,
            content: firstWords(match),
          })),
        },
      }),
    onError: (error) => {
      console.warn('list of moments', error)
      toast.error(errorDetail(error, 'The list was not downloaded. Try again.'))
    },
  })
  return (
    <Menu
      trigger={
        <button type="button" className="btn btn-sm" aria-busy={list.isPending || undefined}>
          <Download className="icon" aria-hidden="true" />
          Download list
        </button>
      }
    >
      <MenuItem onSelect={() => list.mutate('csv')}>CSV table</MenuItem>
      <MenuItem onSelect={() => list.mutate('md')}>Markdown text</MenuItem>
    </Menu>
  )
}
