import { ArrowRight, Link2, LoaderCircle } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { IconButton } from '#studio/ui/icon-button.tsx'
import type { Intake } from './use-intake.ts'

/** A field for the address of a picture or video on another site. */
export function LinkForm({ addLink, link }: Pick<Intake, 'addLink' | 'link'>) {
  const id = useId()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') addLink(text)
  }
  return (
    <form noValidate onSubmit={submit} className="w-full">
      <label htmlFor={id} className="sr-only">
        Link to a picture or video
      </label>
      <div className="flex h-11 items-center gap-2 rounded-md bg-raised pr-1 pl-3 inset-ring inset-ring-field-line focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink">
        <Link2 size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-faint" />
        <input
          id={id}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="Paste a link to a picture or video"
          value={text}
          aria-invalid={link.fault !== null}
          aria-describedby={`${id}-fault`}
          onChange={(event) => {
            setText(event.currentTarget.value)
            if (link.fault) link.forget()
          }}
          className="h-full w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-faint"
        />
        <IconButton
          icon={link.isFetching ? LoaderCircle : ArrowRight}
          label="Fetch it"
          type="submit"
          disabled={link.isFetching}
        />
      </div>
      <p id={`${id}-fault`} className="mt-1.5 min-h-5 text-sm text-fault">
        {link.fault}
      </p>
    </form>
  )
}
