import { formatRange, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { Search } from 'lucide-react'
import { useAlive } from '../../../../lib/use-alive.ts'
import { frameAddress, REEL } from './reel.ts'

const WORDS: Readonly<Record<string, string>> = { visual: 'Visual', speech: 'Conversation', ocr: 'Text in video' }
const list = new Intl.ListFormat('en')
const kinds = (types: readonly string[]) => list.format(types.map((type) => WORDS[type] ?? type))

/** The product in one picture: a query, a strip of film, its marks and their notes. */
export function Reel() {
  // The matching frames are drawn at once; those between them follow when the program runs.
  const alive = useAlive()
  return (
    <figure className="reel" aria-label={`The question “${REEL.query}” and where ${REEL.video_name} answers it`}>
      <div className="ask">
        <Search className="icon" aria-hidden="true" />
        <span>{REEL.query}</span>
        <span className="reel-film">{REEL.video_name}</span>
      </div>
      <div className="frames" aria-hidden="true">
        {REEL.frames.map(({ time, note }, place) => (
          <div key={time} className={note ? 'found' : undefined}>
            <img
              src={note || alive ? frameAddress(place) : undefined}
              alt=""
              width={320}
              height={240}
              decoding="async"
              fetchPriority="low"
            />
            {note && <span className="fn">{note}</span>}
            <span className="tick">{formatTimecode(time)}</span>
          </div>
        ))}
      </div>
      <div className="note-rule" />
      <ol className="notes">
        {REEL.notes.map(({ start_time, end_time, text, types }, place) => (
          <li key={start_time}>
            <span className="fn" aria-hidden="true">
              {place + 1}
            </span>
            <div>
              {text}
              <div className="source">
                {formatRange(start_time, end_time)} · {kinds(types)}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </figure>
  )
}
