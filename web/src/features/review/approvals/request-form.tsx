import { type CompanyUser, companies } from '@footnote/contract/nouns/identity/companies.ts'
import { type Approvals, decides } from '@footnote/contract/shared/approvals.ts'
import { shownName } from '@footnote/contract/shared/guests.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../lib/calls/client.ts'
import { DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { IconButton } from '../../../ui/forms/icon-button.tsx'
import { Avatar, namesIn } from '../../../ui/marks/avatar.tsx'
import { PersonName } from '../../../ui/marks/person-name.tsx'
import { useRequest } from './api.ts'
import { askedBefore, askedByMail, dayOf, endOf, membersBeside, type ReviewerEntry } from './asked.ts'
import { Refusal } from './refusal.tsx'

/** Chooses the people to ask, a due date and a message. */
export function RequestForm({
  video,
  data,
  newer,
  onDone,
}: {
  video: { readonly id: string; readonly version: number }
  data: Approvals
  newer: { readonly version: number; readonly address: string } | null
  onDone: () => void
}) {
  const request = useRequest(video.id)
  const [asked, setAsked] = useState(() => data.reviewers.filter(decides).map(askedBefore))
  const [day, setDay] = useState(dayOf(data.due_at))
  const [message, setMessage] = useState('')
  const id = useId()
  // A due date can change without anybody to ask.
  const dated = day !== dayOf(data.due_at)
  const before = data.reviewers.some((person) => person.asked)
  const lost = data.reviewers.filter((person) => person.asked && !decides(person)).map(askedBefore)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (request.isPending) return
    const due_at = dated ? endOf(day) : data.due_at
    request.mutate({ reviewers: asked.map(({ sent }) => sent), due_at, message }, { onSuccess: onDone })
  }
  return (
    <form noValidate onSubmit={send}>
      <DialogBody>
        {request.error && <Refusal error={request.error} newer={newer} />}
        <AskedList asked={asked} onRemove={(person) => setAsked(asked.filter((one) => one !== person))} />
        <AskAgain
          people={lost.filter(({ key }) => !asked.some((one) => one.key === key))}
          onAdd={(person) => setAsked([...asked, person])}
        />
        <MemberChoices asked={asked} onAdd={(person) => setAsked([...asked, person])} />
        <ByMail onAdd={(person) => setAsked([...asked.filter(({ key }) => key !== person.key), person])} />
        <TextField
          type="date"
          label="Due date"
          hint="People who have not decided get a mail the day before."
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <div className="field">
          <label className="label" htmlFor={id}>
            Message <span className="approval-optional">(optional)</span>
          </label>
          <textarea
            id={id}
            className="input"
            rows={2}
            dir="auto"
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone} disabled={request.isPending}>
          Back
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={request.isPending}
          disabled={asked.length === 0 && !before && !dated}
        >
          {asked.length > 0 || !(before || dated) ? 'Request review' : before ? 'Withdraw request' : 'Set due date'}
        </Button>
      </DialogFooter>
    </form>
  )
}

function AskedList({
  asked,
  onRemove,
}: {
  asked: readonly ReviewerEntry[]
  onRemove: (person: ReviewerEntry) => void
}) {
  if (asked.length === 0) return <p className="hint">Nobody is asked yet. The people whom you ask decide together.</p>
  return (
    <ul className="approval-asked" aria-label="Asked people">
      {asked.map((person) => (
        <li key={person.key}>
          <Avatar {...namesIn(person.name)} guest={person.guest} size="sm" />
          <span className="approval-name">
            <PersonName name={person.name} guest={person.guest} />
          </span>
          <IconButton
            icon={X}
            size="sm"
            label={`Do not ask ${shownName({ name: person.name, is_guest: person.guest })}`}
            onClick={() => onRemove(person)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Guests whose link has ended: they are asked again only if somebody adds them. */
function AskAgain({ people, onAdd }: { people: readonly ReviewerEntry[]; onAdd: (person: ReviewerEntry) => void }) {
  if (people.length === 0) return null
  return (
    <fieldset className="approval-members">
      <legend className="label">Link ended</legend>
      {people.map((person) => (
        <Button
          key={person.key}
          size="sm"
          // The words on the button are part of its name, as they are shown.
          aria-label={`Ask ${person.name} guest again, by a new link`}
          onClick={() => onAdd(person)}
        >
          <Plus className="icon icon-sm" aria-hidden="true" />
          <PersonName name={person.name} guest />
        </Button>
      ))}
    </fieldset>
  )
}

/** The people of the company; none until they are read. */
function useMembers(): readonly CompanyUser[] {
  const { data } = useQuery({
    queryKey: ['company', 'details'],
    queryFn: ({ signal }) => call(companies.details, {}, signal),
  })
  return data?.users ?? []
}

function MemberChoices({ asked, onAdd }: { asked: readonly ReviewerEntry[]; onAdd: (person: ReviewerEntry) => void }) {
  const members = membersBeside(useMembers(), asked)
  if (members.length === 0) return null
  return (
    <fieldset className="approval-members">
      <legend className="label">Members</legend>
      {members.map((member) => (
        <Button key={member.key} size="sm" aria-label={`Ask ${member.name}`} onClick={() => onAdd(member)}>
          <Plus className="icon icon-sm" aria-hidden="true" />
          <span className="truncate">{member.name}</span>
        </Button>
      ))}
    </fieldset>
  )
}

/** Adds somebody without an account: they get a link of their own for this. */
function ByMail({ onAdd }: { onAdd: (person: ReviewerEntry) => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const whole = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim()) && name.trim() !== ''
  const members = useMembers()
  const add = () => {
    if (!whole) return
    const guest = !members.some((member) => member.email === email.trim().toLowerCase())
    onAdd(askedByMail(email.trim(), name.trim(), guest))
    setEmail('')
    setName('')
  }
  const onKeyDown = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== 'Enter' || (email === '' && name === '')) return
    event.preventDefault()
    add()
  }
  return (
    <div className="approval-mail">
      <TextField
        type="email"
        label="E-mail of somebody else"
        autoComplete="off"
        value={email}
        onKeyDown={onKeyDown}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Their name"
        autoComplete="off"
        value={name}
        onKeyDown={onKeyDown}
        onChange={(event) => setName(event.target.value)}
      />
      <Button disabled={!whole} onClick={add}>
        Add
      </Button>
    </div>
  )
}
