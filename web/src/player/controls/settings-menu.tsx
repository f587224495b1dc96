import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import type { PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { usePositionFormat } from '../../lib/times/use-position-format.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../../ui/overlays/menu.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, type PlayedVideo, useMedia } from '../media/media-store.ts'
import type { QualityMenu } from '../quality/quality-choice.tsx'
import type { SoundTracks } from '../sound/use-sound-tracks.ts'

// Few people choose, and most videos have neither choice.
const SoundChoice = lazyPart(async () => (await import('../sound/sound-choice.tsx')).SoundChoice)
const QualityChoice = lazyPart(async () => (await import('../quality/quality-choice.tsx')).QualityChoice)

const SPEEDS = PLAYER.speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))

const formatsOf = (store: MediaStore<PlayedVideo>): readonly { value: PositionFormat; label: string }[] => [
  { value: 'time', label: 'Minutes and seconds' },
  { value: 'frames', label: 'Frames' },
  // SMPTE timecode needs a constant frame rate; at a variable rate, milliseconds separate frames.
  { value: 'smpte', label: store.timing?.times ? 'Milliseconds' : 'SMPTE timecode' },
]

/** Menu for the playback speed, the format of times, the sound tracks and the quality. */
export function SettingsMenu({
  store,
  requests,
  sound = null,
  quality = null,
  onSaveFrame,
  portal,
}: {
  store: MediaStore<PlayedVideo>
  requests: MediaRequests
  /** The sound tracks, if there are several. */
  sound?: SoundTracks | null
  /** Which file plays, where a person can choose. */
  quality?: QualityMenu | null
  /** Saves the frame on the screen as a picture. */
  onSaveFrame?: (() => void) | undefined
  /** Element to draw the menu in: full screen shows nothing outside the player. */
  portal: HTMLElement | null
}) {
  const [format, chooseFormat] = usePositionFormat()
  const rate = useMedia(store, (state) => state.rate, 1)
  const speed = `${rate}×`
  return (
    <Menu
      className="player-settings"
      portal={portal}
      trigger={
        <button type="button" className="ctl" aria-label={`Settings, playback speed ${speed}`} title="Settings">
          {speed}
        </button>
      }
    >
      {sound && <SoundChoice {...sound} />}
      {quality && quality.light_copy !== 'NONE' && <QualityChoice {...quality} />}
      <MenuLabel>Playback speed</MenuLabel>
      <MenuChoice options={SPEEDS} value={String(rate)} onChange={(value) => requests.setRate(Number(value))} />
      {store.timing && (
        <>
          <MenuLine />
          <MenuLabel>Times as</MenuLabel>
          <MenuChoice options={formatsOf(store)} value={format} onChange={chooseFormat} />
        </>
      )}
      {onSaveFrame && (
        <>
          <MenuLine />
          <MenuItem onSelect={onSaveFrame}>Save frame</MenuItem>
        </>
      )}
    </Menu>
  )
}
