import { MenuCheck, MenuChoice, MenuLabel, MenuLine } from '../../ui/overlays/menu.tsx'
import { trackHint, trackName } from './sound-tracks.ts'
import type { SoundTracks } from './use-sound-tracks.ts'

const AUTOMATIC = 'automatic'
const MIX = 'mix'

/** The part of the menu that names the sound tracks, and lets some people choose. */
export function SoundChoice({ tracks, heard, choice, changing, choose }: SoundTracks) {
  const named = tracks.map((track) => ({
    value: String(track.number),
    label: trackName(track),
    hint: trackHint(track),
  }))
  return (
    <>
      <MenuLabel>{changing ? 'Sound, being changed' : 'Sound'}</MenuLabel>
      {choose ? (
        <MenuChoice
          options={[{ value: AUTOMATIC, label: 'Automatic' }, ...named, { value: MIX, label: 'All tracks together' }]}
          value={choice === null ? AUTOMATIC : String(choice)}
          onChange={(value) => choose(value === AUTOMATIC ? null : value === MIX ? MIX : Number(value))}
        />
      ) : (
        named.map(({ value, label, hint }) => (
          <MenuCheck key={value} checked={heard.includes(Number(value))}>
            {`${label} ${hint}`}
          </MenuCheck>
        ))
      )}
      <MenuLine />
    </>
  )
}
