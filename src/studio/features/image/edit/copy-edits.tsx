import { useQueryClient } from '@tanstack/react-query'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { editsKey } from '#library/history/edit-history.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { editButtonSize } from '#studio/edit/edit-toolbar.tsx'
import { messages } from '#studio/messages/messages.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { useStore } from '#studio/state/store.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { scaledEdits } from './scale-edits.ts'

const texts = messages.image.edit.copyTo

type Props = {
  readonly item: PictureItem
  readonly queue: ImageQueue
}

/** The button that copies this picture's edits to the others; nothing if there are none. */
export function CopyEditsButton({ item, queue }: Props) {
  const { items } = useStore(queue)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  if (items.length < 2) return null
  return (
    <>
      <IconButton
        icon={CopyPlus}
        label={texts.open}
        className={editButtonSize}
        disabled={editsKey(item.edits) === null}
        onClick={() => setIsOpen(true)}
      />
      <Dialog title={texts.title} open={isOpen} onClose={close}>
        <CopyForm item={item} queue={queue} onDone={close} />
      </Dialog>
    </>
  )
}

type CopyFormProps = Props & { readonly onDone: () => void }

function CopyForm({ item, queue, onDone }: CopyFormProps) {
  const { items } = useStore(queue)
  const client = useQueryClient()
  const announce = useAnnounce()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const others = items.filter(({ id }) => id !== item.id)
  const toggle = (id: string) => setChosen((before) => before.symmetricDifference(new Set([id])))
  const copy = async () => {
    const { size } = await client.ensureQueryData(pictureInfo(item))
    for (const other of others.filter(({ id }) => chosen.has(id))) {
      const { size: otherSize } = await client.ensureQueryData(pictureInfo(other))
      const { present } = item.edits
      const edits = size && otherSize ? scaledEdits(present, size, otherSize) : present
      queue.edit(other.id, { type: 'replace', edits })
    }
    announce(texts.copied(chosen.size))
    onDone()
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void copy()
      }}
    >
      <p className="text-sm text-ink-soft">
        {texts.help} {texts.sizes}
      </p>
      <ul className="flex flex-col">
        {others.map(({ id, name }) => (
          <li key={id}>
            <label className="touchable flex items-center gap-2.5 py-1.5 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-ink"
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
              <span className="min-w-0 truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
      <Button type="submit" variant="main" className="self-end" disabled={chosen.size === 0}>
        {texts.copy}
      </Button>
    </form>
  )
}
