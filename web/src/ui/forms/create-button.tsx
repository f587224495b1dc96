import { Plus } from 'lucide-react'
import { Button } from './button.tsx'

/** The main button of a page or of an empty list: it creates one more. */
export const CreateButton = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <Button variant="primary" onClick={onClick}>
    <Plus className="icon" aria-hidden="true" />
    {children}
  </Button>
)
