import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { formatRange } from '@footnote/contract/shared/timecode.ts'
import { firstWords } from '../../features/output/search/moments/first-words.ts'
import { ListMenu } from '../../features/output/search/moments/list-menu.tsx'
import { MomentsBar } from '../../features/output/search/moments/moments-bar.tsx'
import type { useChosenMatches } from '../../features/output/search/moments/use-chosen-matches.ts'
import type { AddedItems } from '../../features/output/selects/add-to-selects.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { type AskedMoments, MomentButtons } from './moment-buttons.tsx'

const SendDialog = lazyPart(
  async () => (await import('../../features/output/search/moments/send-dialog.tsx')).SendDialog,
)

const AddToSelects = lazyPart(
  async () => (await import('../../features/output/selects/add-to-selects.tsx')).AddToSelects,
)

/** Moments as pieces of selects, in the order of the results, with the search that found them. */
const piecesOf = ({ matches, where, request }: AskedMoments): AddedItems =>
  matches.map((match) => ({
    video_id: match.video_id,
    start_time: match.start_time,
    end_time: match.end_time,
    note: firstWords(match),
    source: {
      kind: 'search',
      index_id: where,
      query: request.similar || request.image ? '' : request.query,
      types: [...request.types],
      frame: request.similar ?? null,
      score: match.score,
    },
  }))

const wordsOf = ({ video_name, start_time, end_time }: Match): string =>
  `${video_name}, ${formatRange(start_time, end_time)}, ${(end_time - start_time).toFixed(1)} s`

/** The bar of the selected moments, and the dialogs about them and about the match in the player. */
export function ChosenMoments({
  selection: { chosen, shown, clear, choose, letGo },
  query,
  asked,
  onAsk,
  onClose,
}: {
  selection: ReturnType<typeof useChosenMatches>
  /** What was searched for; blank for pictures. */
  query: string
  /** The open dialog. It stays open for moments that the results no longer have. */
  asked: AskedMoments | null
  onAsk: (what: AskedMoments['what'], matches: AskedMoments['matches']) => void
  onClose: () => void
}) {
  return (
    <>
      {chosen.length > 0 && (
        <MomentsBar chosen={chosen} shown={shown.length} onAll={() => choose(shown)} onClear={clear}>
          <MomentButtons matches={chosen} size="sm" onAsk={onAsk} />
          <ListMenu matches={chosen} query={query} />
        </MomentsBar>
      )}
      {asked?.what === 'send' && (
        <SendDialog
          {...asked}
          onClose={onClose}
          onSent={() => letGo(asked.found)}
          onUndone={() => choose(asked.found)}
          onMissing={onClose}
        />
      )}
      {asked?.what === 'select' && (
        <AddToSelects
          items={piecesOf(asked)}
          what={asked.matches.length === 1 ? asked.matches.map(wordsOf)[0] : undefined}
          onClose={onClose}
          onAdded={() => letGo(asked.found)}
          onMissing={onClose}
        />
      )}
    </>
  )
}
