import { Link } from 'react-router'

/** A video and the work on it. */
export function WorkTitle({ name, collection, what }: { name: string; collection: string; what: string }) {
  return (
    <p className="truncate">
      <Link className="quiet-link font-medium" to={`/collections/${collection}`}>
        {name}
      </Link>
      <span className="text-text-2"> · {what}</span>
    </p>
  )
}
