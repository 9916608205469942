import { Copy, Download, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { isAbort } from '#contract/service-error.ts'
import { useNow } from '#studio/hooks/use-now.ts'
import { type Rescue, useRescue } from '#studio/hooks/use-rescue.ts'
import { countText } from '#studio/messages/format-units.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  readonly name: string
  readonly look: 'card' | 'line' | 'main'
  readonly className: string
  readonly thrown: unknown
  readonly onAgain: () => void
}

/** In place of a part of the page that could not be shown: what is safe, the way to save it, and the way on. */
export function RegionFault({ name, look, className, thrown, onAgain }: Props) {
  const rescue = useRescue()
  // What is being worked on goes on meanwhile.
  useNow(1000)
  const results = rescue.count()
  const { said, isSaving, save } = useSaving(rescue)
  const title = `${name} could not be shown`
  const buttons = (
    <>
      {results > 0 ? (
        <Button look="main" disabled={isSaving} onClick={save}>
          <Download size={15} aria-hidden /> Save {countText(results, 'result')}
        </Button>
      ) : null}
      <Button onClick={onAgain}>
        <RotateCcw size={15} aria-hidden /> Show it again
      </Button>
    </>
  )
  if (look === 'line')
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
      className={`grid min-h-0 min-w-0 place-items-center overflow-y-auto p-4 ${look === 'main' ? 'size-full' : className}`}
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
  if (look === 'card') return card
  return (
    <main className={`min-h-0 bg-ground ${className}`}>
      <h1 className="sr-only">Clearcut Studio</h1>
      {card}
    </main>
  )
}

const reportOf = (thrown: unknown): string => (thrown instanceof Error && thrown.stack) || String(thrown)

function useSaving({ save }: Pick<Rescue, 'save'>) {
  const [isSaving, setIsSaving] = useState(false)
  const [said, setSaid] = useState('')
  const start = async () => {
    setIsSaving(true)
    try {
      const onReport = ({ done, total }: { done: number; total: number }) =>
        setSaid(`Packing ${done + 1} of ${total}`)
      const { said, notes } = await save({ signal: new AbortController().signal, onReport })
      setSaid(notes ? `${said}. ${notes}` : said)
    } catch (thrown) {
      setSaid(isAbort(thrown) ? '' : 'The ZIP could not be made. Try again.')
    } finally {
      setIsSaving(false)
    }
  }
  return { said, isSaving, save: () => void start() }
}
