import type { LightCopy, Rendition } from '@footnote/contract/nouns/library/videos.ts'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { type Choice, MenuChoice, MenuLabel, MenuLine } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { requestLightCopy } from './follow-quality.ts'
import { type QualityName, useQualityChoice } from './quality.tsx'
import type { PlayedRendition, VideoFiles } from './video-files.ts'

/** The choice of the file that plays, for the player's menu. */
export interface QualityMenu extends VideoFiles, PlayedRendition {}

/** Lines of a picture and megabits per second, as far as they are known. */
function sizeOf({ width, height, bit_rate }: Rendition): string {
  const lines = width === null || height === null ? null : `${Math.min(width, height)}p`
  const rate = bit_rate === null ? null : `${(bit_rate / 1_000_000).toFixed(1)} Mb/s`
  return [lines, rate].filter((word) => word !== null).join(', ')
}

const WITHOUT_COPY: Readonly<Record<Exclude<LightCopy, 'READY'>, string>> = {
  PREPARING: 'being made',
  ON_REQUEST: 'made when you choose it',
  FAILED: 'could not be made; choose it to try again',
  NONE: 'not made',
}

/** The part of the menu in which a person chooses between the full file and the light copy. */
export function QualityChoice({ id, plays, renditions, light_copy, access, refresh }: QualityMenu) {
  const [quality, choose] = useQualityChoice()
  const sizes = new Map(renditions.map((rendition) => [rendition.id, sizeOf(rendition)]))
  const light = sizes.get('light') ?? (light_copy === 'READY' ? '' : WITHOUT_COPY[light_copy])
  const options: Choice<QualityName>[] = [
    { value: 'auto', label: 'Auto', hint: sizes.has('light') ? `plays the ${plays} one` : '' },
    { value: 'full', label: 'Full', hint: sizes.get('full') ?? '' },
    { value: 'light', label: 'Light', hint: light },
  ]
  const onChange = (next: QualityName) => {
    choose(next)
    if (next === 'light' && light_copy === 'FAILED')
      requestLightCopy(id, access).then(refresh, (error: unknown) =>
        toast.error(errorDetail(error, 'The light copy could not be requested. Please try again.'), {
          id: 'light-copy',
        }),
      )
  }
  return (
    <>
      <MenuLabel>Quality</MenuLabel>
      <MenuChoice options={options} value={quality} onChange={onChange} />
      <MenuLine />
    </>
  )
}
