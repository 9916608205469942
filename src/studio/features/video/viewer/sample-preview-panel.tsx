import { X } from 'lucide-react'
import { samplePreviewText } from '#studio/features/video/queue/video-status-text.ts'
import { lastingUrl } from '#studio/media/use-object-url.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import type { Backdrop } from '#studio/viewer/viewer-state.ts'
import type { SamplePreview } from './use-sample-preview.ts'

const { samplePreview: texts } = messages.video

const frameClass = 'relative grid aspect-video place-items-center overflow-hidden rounded-sm'

type Props = { readonly samplePreview: SamplePreview; readonly backdrop: Backdrop }

/** Three frames of the video, cut out before a job is started. */
export function SamplePreviewPanel({ samplePreview, backdrop }: Props) {
  const { times, pictures, error, isRunning, progress, close } = samplePreview
  if (!isRunning && !pictures && !error) return null
  return (
    <section
      aria-label={texts.label}
      className="pointer-events-auto max-h-full w-full max-w-4xl animate-rise overflow-y-auto rounded-lg bg-panel p-3 shadow-lift inset-ring inset-ring-line"
    >
      <header className="flex items-center justify-between gap-3 pb-2 pl-1">
        <p className="text-sm font-semibold">
          {isRunning ? samplePreviewText(progress) : error ? texts.failed : texts.title}
        </p>
        {isRunning ? (
          <Button onClick={close}>{texts.cancel}</Button>
        ) : (
          <IconButton icon={X} label={texts.close} onClick={close} />
        )}
      </header>
      {error ? <p className="px-1 pb-1 text-sm text-ink-soft">{errorSentence(error)}</p> : null}
      {error ? null : (
        <ul className="grid grid-cols-3 gap-2">
          {times.map((seconds, at) => {
            const picture = pictures?.[at]
            return (
              <li key={seconds}>
                <figure>
                  <div {...backdropProps(backdrop, frameClass)}>
                    {picture ? (
                      <img
                        src={lastingUrl(picture)}
                        alt={texts.frame(formatTimestamp(seconds))}
                        className="absolute size-full object-contain"
                      />
                    ) : (
                      <span className="absolute inset-y-0 left-0 w-2/5 animate-sweep bg-linear-to-r from-transparent via-ink/10 to-transparent" />
                    )}
                  </div>
                  <figcaption className="figures pt-1 text-center text-xs text-ink-soft">
                    {formatTimestamp(seconds)}
                  </figcaption>
                </figure>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
