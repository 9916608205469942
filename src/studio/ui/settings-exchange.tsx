import { useId, useState } from 'react'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { messages } from '#studio/messages/messages.ts'
import { useCopyText } from '#studio/sending/copy-id.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

const texts = messages.ui.settingsText

/** What was found in a text. */
export type SettingsFound = {
  /** What cannot be used, in sentences. */
  readonly notes: readonly string[]
  /** Whether it is clear from the notes alone why nothing can be used. */
  readonly isExplained: boolean
  /** Uses what was found, and returns what is announced; null where there is nothing. */
  readonly apply: (() => string) | null
}

type Props = {
  readonly copy: { readonly label: string; readonly text: () => string; readonly done: string }
  readonly help: string
  readonly read: (text: string) => SettingsFound
}

/** Settings as text: those of this page to copy, and others to use here (D-60). */
export function SettingsExchange({ copy, help, read }: Props) {
  const [open, setOpen] = useState(false)
  const copyText = useCopyText()
  return (
    <div className="-mx-3 flex flex-wrap forced-colors:mx-0 forced-colors:gap-2">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Button variant="quiet" onClick={() => void copyText(copy.text(), copy.done)}>
        {copy.label}
      </Button>
      <Dialog title={texts.title} open={open} onClose={() => setOpen(false)}>
        <ImportForm help={help} read={read} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

type FormProps = Pick<Props, 'help' | 'read'> & { readonly onDone: () => void }

function ImportForm({ help, read, onDone }: FormProps) {
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const id = useId()
  const { notes, isExplained, apply } = read(text)
  return (
    <div className="flex flex-col gap-3">
      <label htmlFor={id} className="text-sm text-ink-soft">
        {help}
      </label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-full rounded-sm bg-raised p-3 font-mono text-sm inset-ring inset-ring-field-line"
      />
      <div role="status" className="text-xs text-ink-soft">
        {text.trim() && !apply && !isExplained ? <p className="text-fault">{texts.nothingFound}</p> : null}
        {notes.length > 0 ? (
          <>
            <p>{texts.leftOut}</p>
            <ul className="list-disc pl-4">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <Button
        variant="main"
        className="self-end"
        disabled={!apply}
        onClick={() => {
          if (!apply) return
          announce(apply())
          onDone()
        }}
      >
        {texts.use}
      </Button>
    </div>
  )
}
