import { type SpeakerNames, speakerName, type Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { useMutation } from '@tanstack/react-query'
import { PencilLine, UserPlus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { useTimes } from '../../../../lib/times/use-times.tsx'
import { MenuChoice, MenuItem, MenuLabel, MenuLine } from '../../../../ui/overlays/menu.tsx'
import { MenuContent } from '../../../../ui/overlays/menu-content.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import type { Paragraph } from '../paragraphs.ts'
import { nameSpeaker } from './changes.ts'
import type { Editing } from './editing.ts'
import { NameDialog } from './name-dialog.tsx'
import { offerUndo } from './offer-undo.ts'

interface SpeakerMenuProps {
  /** The button of the paragraph, with the index of its first word. */
  trigger: HTMLElement
  by_keyboard: boolean
  words: Words
  paragraphs: readonly Paragraph[]
  speakers: SpeakerNames
  editing: Editing
  onClose: () => void
}

const FAILED = 'The speaker was not named. Try again.'

/** Says who speaks in a paragraph: somebody known, somebody else, or the same person under another name everywhere. */
export function SpeakerMenu({ trigger, by_keyboard, editing, onClose, ...spoken }: SpeakerMenuProps) {
  const times = useTimes()
  const id = useId()
  const [asking, setAsking] = useState<'here' | 'everywhere' | null>(null)
  // The words may change while the menu is open.
  const [{ paragraph, name, known, count }] = useState(() => speakersAt(Number(trigger.dataset.speaker), spoken))
  const here = { start_time: paragraph.start, end_time: paragraph.end }
  useEffect(() => {
    trigger.id ||= `${id}-trigger`
    trigger.setAttribute('aria-expanded', 'true')
    return () => trigger.removeAttribute('aria-expanded')
  }, [trigger, id])
  const close = () => {
    onClose()
    if (trigger.isConnected) trigger.focus()
  }
  const naming = useMutation({
    mutationFn: ({ to, everywhere }: { to: string; everywhere: boolean }) =>
      nameSpeaker(editing, to, everywhere && name !== null ? { from: name } : here),
    onSuccess: (edit_id, { to, everywhere }) => {
      const fact = everywhere ? `${name} is now ${to}` : `${to} speaks at ${times.at(paragraph.start)}`
      if (edit_id !== null) offerUndo(editing, edit_id, fact)
      if (asking) close()
    },
    onError: (error) => {
      console.warn('speaker', error)
      // The dialog says it itself.
      if (!asking) toast.error(errorDetail(error, FAILED))
    },
  })
  /** The menu closes with each choice, and some choices go on in a dialog. */
  const goes_on = useRef(false)
  const ask = (whom: 'here' | 'everywhere') => {
    goes_on.current = true
    setAsking(whom)
  }
  if (asking)
    return (
      <NameDialog
        title={asking === 'here' ? `Speaker at ${times.at(paragraph.start)}` : `Rename ${name}`}
        name={asking === 'here' ? '' : (name ?? '')}
        known={known}
        failure={naming.isError ? errorDetail(naming.error, FAILED) : null}
        busy={naming.isPending}
        onName={(to) => naming.mutate({ to, everywhere: asking === 'everywhere' })}
        onClose={close}
      />
    )
  return (
    <MenuContent
      id={`${id}-menu`}
      trigger={trigger}
      open
      onOpenChange={(next) => !next && !goes_on.current && close()}
      by_keyboard={by_keyboard}
      align="start"
      portal={null}
    >
      {known.length > 0 && (
        <>
          <MenuLabel>This paragraph is</MenuLabel>
          <MenuChoice
            options={known.map((one) => ({ value: one, label: one }))}
            value={name ?? ''}
            onChange={(to) => {
              if (to !== name) naming.mutate({ to, everywhere: false })
            }}
          />
        </>
      )}
      <MenuItem icon={UserPlus} onSelect={() => ask('here')}>
        {known.length > 0 ? 'Another name for this one…' : 'Name this speaker…'}
      </MenuItem>
      {name !== null && (
        <>
          <MenuLine />
          <MenuItem icon={PencilLine} onSelect={() => ask('everywhere')}>
            <span className="min-w-0 truncate">
              Rename <bdi>{name}</bdi> {count === 1 ? 'everywhere' : `in all ${count}`}
            </span>
          </MenuItem>
        </>
      )}
    </MenuContent>
  )
}

/** The paragraph of a word, its speaker, everybody who speaks, and in how many paragraphs that speaker does. */
function speakersAt(
  place: number,
  { words, paragraphs, speakers }: Pick<SpeakerMenuProps, 'words' | 'paragraphs' | 'speakers'>,
) {
  const nameOf = (speaker: number | undefined) => (speaker === undefined ? null : speakerName(speaker, speakers))
  const { from, to, start } = paragraphs.find((one) => one.from === place) ?? { from: place, to: place + 1, start: 0 }
  const said = words.slice(from, to)
  const name = nameOf(said[0]?.speaker)
  return {
    paragraph: { start, end: said.reduce((most, { end }) => Math.max(most, end), start) },
    name,
    known: [...new Set(words.map(({ speaker }) => nameOf(speaker)))].filter((one) => one !== null),
    count: paragraphs.filter((one) => nameOf(words[one.from]?.speaker) === name).length,
  }
}
