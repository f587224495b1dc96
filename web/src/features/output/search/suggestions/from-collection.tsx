import { LibraryBig } from 'lucide-react'
import './from-collection.css'

/** Collection of a match. */
export const FromCollection = ({ name }: { name: string }) => (
  <span className="from" title={name}>
    <LibraryBig className="icon icon-xs" aria-hidden="true" />
    <span className="sr-only">Collection: </span>
    <span className="truncate" dir="auto">
      {name}
    </span>
  </span>
)
