import { Component, type ReactNode } from 'react'
import { RegionFault } from './region-fault.tsx'

type Props = {
  /** At the head of a sentence: `The stage`. */
  readonly name: string
  /** Shows it anew once this changes. */
  readonly resetKey?: string
  /** What stands in its place where it cannot be shown: a card, one line, or the main part of the page. */
  readonly look?: 'card' | 'line' | 'main'
  /** How the card lies among its neighbours. */
  readonly className?: string
  readonly children: ReactNode
}

type State = { readonly fault: { readonly thrown: unknown } | null }

/**
 * A part of the page that fails alone: an exception while it is rendered takes nothing else with it, and leaves
 * the way to the results.
 */
export class Region extends Component<Props, State> {
  override readonly state: State = { fault: null }

  static getDerivedStateFromError(thrown: unknown): State {
    return { fault: { thrown } }
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.fault && resetKey !== this.props.resetKey) this.setState({ fault: null })
  }

  override render(): ReactNode {
    const { name, look = 'card', className = '', children } = this.props
    const { fault } = this.state
    if (!fault) return children
    return (
      <RegionFault
        name={name}
        look={look}
        className={className}
        thrown={fault.thrown}
        onAgain={() => this.setState({ fault: null })}
      />
    )
  }
}
