import { Copy, Download, RotateCcw } from 'lucide-react'
import { Component, type ReactNode, useState } from 'react'
import { isAbort } from '#contract/service-error.ts'
import { type SaveAll, useSaveAll } from '#studio/hooks/use-save-all.ts'
import { useNow } from '#studio/hooks/use-timer.ts'
import { countText } from '#studio/messages/format-units.ts'
import { Button, IconButton } from './button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  /** At the head of a sentence: `The stage`. */
  readonly name: string
  /** Shows it anew once this changes. */
  readonly resetKey?: string
  /** What stands in its place where it cannot be shown: a card, one line, or the main part of the page. */
  readonly variant?: 'card' | 'line' | 'main'
  /** How the card lies among its neighbours. */
  readonly className?: string
  readonly children: ReactNode
}

type State = { readonly fault: { readonly thrown: unknown } | null }

/**
 * A part of the page that fails alone: an exception while it is rendered takes nothing else with it, and leaves
 * the way to the results.
 */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { fault: null }

  static getDerivedStateFromError(thrown: unknown): State {
    return { fault: { thrown } }
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.fault && resetKey !== this.props.resetKey) this.setState({ fault: null })
  }

  override render(): ReactNode {
    const { name, variant = 'card', className = '', children } = this.props
    const { fault } = this.state
    if (!fault) return children
    return (
      <ErrorFallback
        name={name}
        variant={variant}
        className={className}
        thrown={fault.thrown}
        onAgain={() => this.setState({ fault: null })}
      />
    )
  }
}

type ErrorFallbackProps = {
  readonly name: string
  readonly variant: 'card' | 'line' | 'main'
  readonly className: string
  readonly thrown: unknown
  readonly onAgain: () => void
}

/** In place of a part of the page that could not be shown: what is safe, the way to save it, and the way on. */
function ErrorFallback({ name, variant, className, thrown, onAgain }: ErrorFallbackProps) {
  const rescue = useSaveAll()
  // What is being worked on goes on meanwhile.
  useNow(1000)
  const results = rescue.count()
  const { said, isSaving, save } = useSaving(rescue)
  const title = `${name} could not be shown`
  const buttons = (
    <>
      {results > 0 ? (
        <Button variant="main" disabled={isSaving} onClick={save}>
          <Download size={15} aria-hidden /> Save {countText(results, 'result')}
        </Button>
      ) : null}
      <Button onClick={onAgain}>
        <RotateCcw size={15} aria-hidden /> Show it again
      </Button>
    </>
  )
  if (variant === 'line')
    return (
      <div
        role="alert"
        className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-fault-ground px-4 py-1.5 text-sm"
      >
        <p className="mr-auto font-semibold text-fault">{title}</p>
        {said ? <p>{said}</p> : null}
        {buttons}
      </div>
    )
  const card = (
    <section
      aria-label={title}
      data-busy
      className={`grid min-h-0 min-w-0 place-items-center overflow-y-auto p-4 ${variant === 'main' ? 'size-full' : className}`}
    >
      <div role="alert" className="w-full max-w-lg">
        <Notice tone="fault" title={title}>
          <p className="mt-1 text-ink">
            {results > 0
              ? `This is a fault of the studio, not of your files. ${results === 1 ? 'Your result is' : `Your ${results} results are`} still here: save first, then go on.`
              : 'This is a fault of the studio, not of your files. Show it again; if that does not help, reload the page.'}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            {buttons}
            <Button onClick={() => location.reload()}>Reload the page</Button>
          </div>
          {said ? <p className="figures mt-2 text-ink">{said}</p> : null}
          <p className="mt-3 flex items-center gap-2 border-t border-fault/20 pt-2.5 font-mono text-2xs text-ink-soft">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{String(thrown)}</span>
            <IconButton
              small
              icon={Copy}
              label="Copy what went wrong"
              onClick={() => void navigator.clipboard.writeText(reportOf(thrown)).catch(() => {})}
            />
          </p>
        </Notice>
      </div>
    </section>
  )
  if (variant === 'card') return card
  return (
    <main className={`min-h-0 bg-ground ${className}`}>
      <h1 className="sr-only">Clearcut Studio</h1>
      {card}
    </main>
  )
}

const reportOf = (thrown: unknown): string => (thrown instanceof Error && thrown.stack) || String(thrown)

function useSaving({ save }: Pick<SaveAll, 'save'>) {
  const [isSaving, setIsSaving] = useState(false)
  const [said, setSaid] = useState('')
  const start = async () => {
    setIsSaving(true)
    try {
      const onReport = ({ done, total }: { done: number; total: number }) =>
        setSaid(`Packing ${done + 1} of ${total}`)
      const { summary, notes } = await save({ signal: new AbortController().signal, onReport })
      setSaid(notes ? `${summary}. ${notes}` : summary)
    } catch (thrown) {
      setSaid(isAbort(thrown) ? '' : 'The ZIP could not be made. Try again.')
    } finally {
      setIsSaving(false)
    }
  }
  return { said, isSaving, save: () => void start() }
}
