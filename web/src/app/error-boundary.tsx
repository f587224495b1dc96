import { Component, type ReactNode } from 'react'
import { UnexpectedError } from './error-screens.tsx'

interface Props {
  /** A new address resets the boundary. */
  address: string
  children: ReactNode
}
interface State {
  error: unknown
  failedAt: string | null
}

/** Shows the screen 'Unexpected Application Error!' in place of a page that threw. React itself logs the error. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failedAt: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.error === null) return state.failedAt === null ? null : { failedAt: null }
    if (state.failedAt === null) return { failedAt: props.address }
    return state.failedAt === props.address ? null : { error: null, failedAt: null }
  }

  override render() {
    return this.state.error === null ? this.props.children : <UnexpectedError error={this.state.error} />
  }
}
