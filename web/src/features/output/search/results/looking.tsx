import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useEffect, useState } from 'react'
import type { FramePlace } from '../../../../lib/addresses.ts'
import { Spinner } from '../../../../ui/page/spinner.tsx'

/** Says that a search by picture is running, and after a while why it takes so long. */
export function Looking({ similar }: { similar: FramePlace | null }) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), TIMING.long_search)
    return () => clearTimeout(timer)
  }, [])
  const what = similar ? (similar.region ? 'this part of the frame' : 'the frame') : 'the picture'
  const why = similar
    ? 'This takes longer while videos are indexed.'
    : 'The first picture after a pause takes longest, since the programs that compare pictures have to start.'
  return (
    <p className="mb-4 flex items-center gap-3 text-text-2" role="status">
      <Spinner />
      {long ? `Still looking for moments like ${what}. ${why}` : `Looking for moments like ${what}.`}
    </p>
  )
}
