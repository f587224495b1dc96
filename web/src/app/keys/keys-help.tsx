import { useKeys } from '../../lib/keyboard/use-keys.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

/** The list of shortcuts; `?` opens it, too. */
export function KeysHelp({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  const show = () => {
    // Full screen shows nothing outside the player.
    if (document.fullscreenElement) void document.exitFullscreen()
    onChange(true)
  }
  useKeys({ help: show }, { over_dialogs: true })
  return open && <KeysDialog onClose={() => onChange(false)} onMissing={() => onChange(false)} />
}
