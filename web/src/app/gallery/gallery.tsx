import { useState } from 'react'
import { useSession } from '../../lib/use-session.ts'
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { Toaster } from '../../ui/overlays/toaster.tsx'
import { chooseTheme, readTheme, type Theme } from '../styles/theme.ts'
import { CardsSection } from './cards-section.tsx'
import { CommentsSection } from './comments-section.tsx'
import { ControlsSection } from './controls-section.tsx'
import { LinksSection } from './links-section.tsx'
import { MarksSection } from './marks-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { PlayerSection } from './player-section.tsx'
import { SelectsSection } from './selects-section.tsx'
import { TranscriptSection } from './transcript-section.tsx'
import { UploadsSection } from './uploads-section.tsx'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

/** Every component and its hard states on one page. */
export default function Gallery() {
  const session = useSession()
  const [theme, setTheme] = useState(readTheme)
  return (
    <main className="page">
      <div className="head">
        <h1>Gallery</h1>
        <div className="actions">
          <SegmentedControl
            label="Theme"
            options={themes}
            value={theme}
            onChange={(next) => {
              chooseTheme(next)
              setTheme(next)
            }}
          />
        </div>
      </div>
      <div className="grid gap-8 md:grid-cols-2 xl:grid-cols-3">
        <ControlsSection />
        <MarksSection />
        <OverlaysSection />
      </div>
      <CardsSection />
      <PlayerSection />
      <SelectsSection />
      <CommentsSection />
      <TranscriptSection />
      <UploadsSection />
      <LinksSection />
      {!session && <Toaster />}
    </main>
  )
}
