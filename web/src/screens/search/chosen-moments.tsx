import { ListMenu } from '../../features/search/moments/list-menu.tsx'
import { MomentsBar } from '../../features/search/moments/moments-bar.tsx'
import type { useChosenMatches } from '../../features/search/moments/use-chosen-matches.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { type AskedMoments, MomentButtons } from './moment-buttons.tsx'

const SendDialog = lazyPart(async () => (await import('../../features/search/moments/send-dialog.tsx')).SendDialog)

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
          onSent={() => letGo(asked.matches)}
          onUndone={() => choose(asked.matches)}
          onMissing={onClose}
        />
      )}
    </>
  )
}
