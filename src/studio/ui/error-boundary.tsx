import { Copy, Download, RotateCcw } from 'lucide-react'
import { Component, type ReactNode, useEffect } from 'react'
import { useSaveAll } from '#studio/media/saver.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useNow } from '#studio/state/use-browser-state.ts'
import { Button, IconButton } from './button.tsx'
import { Notice } from './notice.tsx'

const text = messages.app.fault

type Props = {
  /** The part of the page, as the start of a sentence: `The viewer`. */
  readonly name: string
  /** Renders the children again when this changes. */
  readonly resetKey?: string
  /** The shape of the fallback: a card, one line, or the main part of the page. */
  readonly variant?: 'card' | 'line' | 'main'
  /** Classes for the layout of the card. */
  readonly className?: string
  readonly children: ReactNode
}

type State = { readonly fault: { readonly thrown: unknown } | null }

/**
 * A React error boundary: if children throw while rendering, only they are replaced, and finished results can still be
 * saved.
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

/** Replaces the failed part: assures that the results are safe, saves them, and renders the part again. */
function ErrorFallback({ name, variant, className, thrown, onAgain }: ErrorFallbackProps) {
  const saveAll = useSaveAll()
  // Work continues meanwhile, so the number of results may grow.
  useNow(1000)
  const results = saveAll.count()
  const { running, message } = useStore(saveAll)
  // Messages of earlier saves are obsolete.
  useEffect(saveAll.forget, [])
  const status = running
    ? messages.app.saveAll.packing(running.progress.done + 1, running.progress.total)
    : [message?.text, message?.note].filter((each) => each).join('. ')
  const title = text.title(name)
  const buttons = (
    <>
      {results > 0 ? (
        <Button variant="main" disabled={running !== null} onClick={() => saveAll.start()}>
          <Download size={15} aria-hidden /> {text.save(results)}
        </Button>
      ) : null}
      <Button onClick={onAgain}>
        <RotateCcw size={15} aria-hidden /> {text.again}
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
        {status ? <p>{status}</p> : null}
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
          <p className="mt-1 text-ink">{results > 0 ? text.withResults(results) : text.withoutResults}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            {buttons}
            <Button onClick={() => location.reload()}>{text.reload}</Button>
          </div>
          {status ? <p className="figures mt-2 text-ink">{status}</p> : null}
          <p className="mt-3 flex items-center gap-2 border-t border-fault/20 pt-2.5 font-mono text-2xs text-ink-soft">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{String(thrown)}</span>
            <IconButton
              small
              icon={Copy}
              label={text.copy}
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
      <h1 className="sr-only">{messages.app.product}</h1>
      {card}
    </main>
  )
}

const reportOf = (thrown: unknown): string => (thrown instanceof Error && thrown.stack) || String(thrown)
