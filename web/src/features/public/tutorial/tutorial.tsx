import { type ReactNode, useState } from 'react'
import { STORAGE_KEYS } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Marker } from '../../../ui/marks/marker.tsx'
import { Rule } from '../../../ui/page/rule.tsx'
import './tutorial.css'

interface Step {
  title: string
  text: string
  action?: ReactNode
}

/** Three notes for a first visit: collection, upload, search. Shown until they are finished or skipped. */
export function Tutorial({ onUpload }: { onUpload: () => void }) {
  const [completed, setCompleted] = useState(() => localStorage.getItem(STORAGE_KEYS.tutorial_completed) === 'true')
  const [place, setPlace] = useState(0)
  if (completed) return null
  const complete = () => {
    localStorage.setItem(STORAGE_KEYS.tutorial_completed, 'true')
    setCompleted(true)
  }
  const steps: Step[] = [
    {
      title: 'Make a collection',
      text: 'A collection is a library of videos. Choose what Footnote searches: Visual, Conversation, Text in video.',
      action: <ButtonLink to="/collections?openCreateModal=true">Create Collection</ButtonLink>,
    },
    {
      title: 'Upload videos',
      text: 'This server indexes them. You can search each part as soon as it is ready.',
      action: <Button onClick={onUpload}>Upload Video</Button>,
    },
    {
      title: 'Ask for a moment',
      text: 'Type what you remember, in your own words. You can search the sample videos now.',
    },
  ]
  const step = steps[place]!
  const last = place === steps.length - 1
  return (
    <section className="tutorial" aria-label="Tutorial">
      <Rule length={(place + 1) / steps.length} label={`Step ${place + 1} of ${steps.length}`} />
      <div className="flex gap-3 p-4">
        <Marker number={place + 1} />
        <div className="min-w-0 flex-1" aria-live="polite">
          <h2 className="text-md font-semibold">{step.title}</h2>
          <p className="mt-1 text-text-2">{step.text}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-4">
        {!last && (
          <Button variant="ghost" onClick={complete}>
            Skip
          </Button>
        )}
        <span className="flex-1" />
        {step.action}
        {last ? (
          <Button variant="primary" onClick={complete}>
            Done
          </Button>
        ) : (
          <Button variant="primary" onClick={() => setPlace(place + 1)}>
            Next
          </Button>
        )}
      </div>
    </section>
  )
}
