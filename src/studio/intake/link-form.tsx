import { ArrowRight, Link2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { useStore } from '#studio/state/store.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { LinkDownload, LinkDownloads } from './link-downloads.ts'

/** A field for a link to a picture or video, with the progress or the error of its download. */
export function LinkForm({ links }: { readonly links: LinkDownloads }) {
  const id = useId()
  const { running, fault } = useStore(links)
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void links.fetch(text)
  }
  return (
    <form noValidate onSubmit={submit} className="w-full">
      <label htmlFor={id} className="sr-only">
        {messages.intake.link.label}
      </label>
      <div className="flex h-11 items-center gap-2 rounded-md bg-raised pr-1 pl-3 inset-ring inset-ring-field-line focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink">
        <Link2 size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-faint" />
        <input
          id={id}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.intake.link.placeholder}
          value={text}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-fault`}
          onChange={(event) => {
            setText(event.currentTarget.value)
            links.forgetFault()
          }}
          className="h-full w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-faint"
        />
        <IconButton
          icon={ArrowRight}
          label={messages.intake.link.fetch}
          type="submit"
          disabled={running.length > 0}
        />
      </div>
      <div className="mt-1.5 min-h-5">
        {running.map((link) => (
          <div key={link.id} className="pt-2 pb-4">
            <LinkProgress link={link} onCancel={() => links.cancel(link.id)} />
          </div>
        ))}
        <p id={`${id}-fault`} className="text-sm text-fault">
          {fault}
        </p>
      </div>
    </form>
  )
}

type LinkProgressProps = { readonly link: LinkDownload; readonly onCancel: () => void }

/** The progress of a download, with a button to cancel it. */
export function LinkProgress({ link, onCancel }: LinkProgressProps) {
  const { host, loaded, total } = link
  const text = messages.intake.link
  return (
    <div className="flex items-center gap-4 text-left">
      <div className="min-w-0 flex-1">
        <p className="figures flex justify-between gap-3 text-sm">
          <span className="truncate">
            {text.fetching} <span className="font-medium">{host}</span>
          </span>
          <span className="shrink-0 text-ink-soft">{fetchedText(link)}</span>
        </p>
        <div className="mt-2">
          <ProgressBar
            label={text.progress(host)}
            percent={total ? Math.floor((100 * loaded) / total) : null}
          />
        </div>
      </div>
      <Button onClick={onCancel} aria-label={text.cancel(host)}>
        {messages.app.cancel}
      </Button>
    </div>
  )
}

/** `41 of 94 MB`, or `12 MB` if the total is unknown; empty before the first bytes. */
export const fetchedText = ({ loaded, total }: Pick<LinkDownload, 'loaded' | 'total'>): string => {
  if (loaded === 0) return ''
  return total === null ? formatBytes(loaded) : messages.counts.bytesOf({ loaded, total })
}
