import { useKeys } from '../../lib/use-keys.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

/** The list of keys, which `?` opens too. */
export function KeysHelp({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  const show = () => {
    // In full screen only the player itself is seen.
    if (document.fullscreenElement) void document.exitFullscreen()
    onChange(true)
  }
  useKeys({ help: show }, { over_dialogs: true })
  return open && <KeysDialog onClose={() => onChange(false)} onMissing={() => onChange(false)} />
}
