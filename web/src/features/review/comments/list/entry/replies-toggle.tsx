import { useState } from 'react'
import { classNames } from '../../../../../ui/class-names.ts'
import { usePane } from '../../pane-context.ts'

/** Shows replies, which load when they are first shown. */
export function RepliesToggle({
  id,
  count,
  arrived,
  open,
  onOpen,
}: {
  id: string
  count: number
  /** The first reply came while this page was open. */
  arrived: boolean
  open: boolean
  onOpen: (open: boolean) => void
}) {
  const { store } = usePane()
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle')
  const toggle = async () => {
    if (open && state !== 'failed') return onOpen(false)
    if (store.read().discussion.replies.has(id)) return onOpen(true)
    setState('reading')
    try {
      await store.loadReplies(id)
      setState('idle')
      onOpen(true)
    } catch {
      setState('failed')
    }
  }
  const words = count === 1 ? '1 reply' : `${count} replies`
  return (
    <>
      <span className="flex-1" />
      {state === 'failed' && <span role="status">Replies could not be loaded.</span>}
      <button
        type="button"
        className={classNames('hit', arrived && 'is-arriving')}
        aria-expanded={open}
        aria-busy={state === 'reading' || undefined}
        onClick={toggle}
      >
        {state === 'failed' ? 'Retry' : state === 'reading' ? 'Loading…' : `${open ? 'Hide' : 'Show'} ${words}`}
      </button>
    </>
  )
}
