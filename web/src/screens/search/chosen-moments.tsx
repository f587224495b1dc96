import { MomentsBar } from '../../features/search/moments/moments-bar.tsx'
import type { useChosenMatches } from '../../features/search/moments/use-chosen-matches.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { type AskedMoments, MomentButtons } from './moment-buttons.tsx'

const SendDialog = lazyPart(async () => (await import('../../features/search/moments/send-dialog.tsx')).SendDialog)

/** The bar of the selected moments, and the dialogs about them and about the match in the player. */
export function ChosenMoments({
  selection: { chosen, shown, clear, choose, letGo },
  asked,
  onAsk,
  onClose,
}: {
  selection: ReturnType<typeof useChosenMatches>
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
