import { type DragEvent, type PointerEvent, useRef } from 'react'
import type { Item } from '#library/items/item.ts'
import type { FileToSave } from '#library/save.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { lastingUrl } from './use-object-url.ts'

const texts = messages.saving

/** A result as a file, and its sources. */
type Prepared = { readonly of: readonly unknown[]; readonly file: File }

/** Only the last one, because results have megabytes. */
let prepared: Prepared | null = null

/** A longer press is not a click, in milliseconds. */
const pressMs = 150

type Parts = {
  readonly item: Item
  /** The files to save; empty without a result. */
  readonly results: () => readonly FileToSave[]
  /** Whether to make the file when the pointer enters the element, because it is cheap or likely needed. */
  readonly isEager: boolean
}

/**
 * The attributes of an element from which the saved file of an item is dragged to another program. A drag needs its
 * file when it begins; if the file is not ready, the user must drag again.
 */
export function useDragOut({ item, results, isEager }: Parts) {
  const { announcer } = useStudio()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [first] = results()
  const of = [item.id, item.recipe, item.edits, first?.name]
  const ready = () => (prepared && isSame(prepared.of, of) ? prepared.file : null)
  const prepare = async () => {
    if (!first || ready()) return
    const { signal } = new AbortController()
    const blob = await first.make({ signal, onProgress: () => {} })
    prepared = { of, file: new File([blob], first.name, { type: blob.type }) }
  }
  // Save shows the error.
  const prepareQuietly = () => void prepare().catch(() => {})
  return {
    draggable: first !== undefined,
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (isEager && pointerType === 'mouse') prepareQuietly()
    },
    onPointerDown: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current)
      if (pointerType === 'mouse') timer.current = setTimeout(prepareQuietly, pressMs)
    },
    onPointerUp: () => clearTimeout(timer.current),
    onDragStart: (event: DragEvent) => {
      clearTimeout(timer.current)
      const file = ready()
      if (file) return giveFile(event.dataTransfer, file)
      event.preventDefault()
      prepare().then(
        () => announcer.note(texts.dragAgain),
        () => {},
      )
    },
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]) => a.every((value, at) => value === b[at])

const giveFile = (transfer: DataTransfer, file: File): void => {
  transfer.effectAllowed = 'copy'
  // Only Chromium writes a file when this is dropped on a desktop or in a folder. Colons divide its three parts.
  const name = file.name.replaceAll(/[:/\\]/g, '-')
  transfer.setData('DownloadURL', `${file.type}:${name}:${lastingUrl(file)}`)
  // Pages receive files.
  transfer.items.add(file)
}
