import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CreateSelectsDialog } from '../../features/output/selects/list/create-selects-dialog.tsx'
import { SelectsList } from '../../features/output/selects/list/selects-list.tsx'
import { selectsAddress } from '../../lib/addresses.ts'
import { Button } from '../../ui/forms/button.tsx'
import { CreateButton } from '../../ui/forms/create-button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

export default function SelectsListScreen() {
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  const create = () => setCreating(true)
  return (
    <main className="page">
      <PageHeader title="Selects" actions={<CreateButton onClick={create}>Create selects</CreateButton>} />
      <SelectsList
        create={
          <Button variant="primary" onClick={create}>
            Create selects
          </Button>
        }
      />
      {creating && (
        <CreateSelectsDialog onCreated={(id) => void navigate(selectsAddress(id))} onClose={() => setCreating(false)} />
      )}
    </main>
  )
}
