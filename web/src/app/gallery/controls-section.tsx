import { ArrowDownWideNarrow, Ellipsis, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { PasswordField, TextField } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/forms/icon-button.tsx'
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Part } from './part.tsx'

const tiers = [
  { value: 'high', label: 'High' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
] as const
const sorts = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'name', label: 'Name (A-Z)' },
] as const

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Part name="Buttons">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary">
          <Upload className="icon" aria-hidden="true" />
          Upload
        </Button>
        <Button>Cancel</Button>
        <Button variant="ghost">Reply</Button>
        <Button variant="danger">Delete</Button>
        <Button disabled>Rename</Button>
        <Button variant="primary" busy>
          Create
        </Button>
        <Button variant="danger" busy>
          Delete
        </Button>
        <IconButton icon={Ellipsis} label="More" />
        <IconButton icon={Ellipsis} label="More, small" size="sm" />
        <Button size="sm">Explore</Button>
        <Button size="lg" variant="primary" busy={busy} onClick={() => setBusy(true)}>
          Create account
        </Button>
      </div>
    </Part>
  )
}

/** Buttons, fields and choices. */
export function ControlsSection() {
  const [tier, setTier] = useState<(typeof tiers)[number]['value']>('low')
  const [sort, setSort] = useState<(typeof sorts)[number]['value']>('newest')
  return (
    <div>
      <Buttons />
      <Part name="Fields">
        <div className="grid max-w-[320px] gap-4">
          <TextField label="Name" placeholder="Autumn campaign" />
          <TextField label="Name" defaultValue="" error="Index name is required" />
          <TextField label="E-mail" hint="We send a code to this address." disabled defaultValue="mara@example.com" />
          <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" />
        </div>
      </Part>
      <Part name="Choices">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Checkbox defaultChecked>Visual</Checkbox>
          <Checkbox>Text-in-video OCR</Checkbox>
          <Checkbox disabled>Conversation</Checkbox>
          <Checkbox disabled defaultChecked>
            Conversation
          </Checkbox>
          <SegmentedControl label="Minimum confidence" size="sm" options={tiers} value={tier} onChange={setTier} />
          <SegmentedControl label="Tier" options={tiers} value={tier} onChange={setTier} />
          <Select label="Sort" icon={ArrowDownWideNarrow} options={sorts} value={sort} onChange={setSort} />
        </div>
      </Part>
    </div>
  )
}
