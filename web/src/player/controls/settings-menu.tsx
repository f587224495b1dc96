import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import type { PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { usePositionFormat } from '../../lib/times/use-position-format.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../../ui/overlays/menu.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, type PlayedVideo, useMedia } from '../media/media-store.ts'
import { SoundChoice, type SoundTracks } from '../sound/sound-choice.tsx'

const SPEEDS = PLAYER.speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))

const formatsOf = (store: MediaStore<PlayedVideo>): readonly { value: PositionFormat; label: string }[] => [
  { value: 'time', label: 'Minutes and seconds' },
  { value: 'frames', label: 'Frames' },
  // SMPTE timecode needs a constant frame rate; at a variable rate, milliseconds separate frames.
  { value: 'smpte', label: store.timing?.times ? 'Milliseconds' : 'SMPTE timecode' },
]

/** Menu for the playback speed, the format of times and the sound tracks. */
export function SettingsMenu({
  store,
  requests,
  sound = null,
  onSaveFrame,
  portal,
}: {
  store: MediaStore<PlayedVideo>
  requests: MediaRequests
  /** The sound tracks, if there are several. */
  sound?: SoundTracks | null
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
