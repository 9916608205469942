import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { useWindowEvent } from '#studio/hooks/use-window-event.ts'
import { droppedFiles } from './dropped-files.ts'
import { fetchLink, linkFrom } from './fetch-link.ts'

export type Intake = {
  readonly addFiles: (files: readonly File[]) => void
  readonly addDropped: (transfer: DataTransfer) => void
  readonly addLink: (link: string) => void
  readonly link: { readonly isFetching: boolean; readonly fault: string | null; readonly forget: () => void }
  /** Opens the file picker. Needs a click or a key press. */
  readonly pick: () => void
  /** For the hidden input that the picker belongs to. */
  readonly inputRef: React.RefObject<HTMLInputElement | null>
}

/** All the ways for pictures to come in: picker, drop, folder, paste, link. */
export function useIntake(queue: ImageQueue): Intake {
  const inputRef = useRef<HTMLInputElement>(null)
  const announce = useAnnounce()
  const addFiles = (files: readonly File[]) => {
    if (files.length > 0)
      queue.add(files.map((file) => ({ id: crypto.randomUUID(), file, name: nameOf(file) })))
  }
  const fetching = useMutation({
    mutationFn: (link: string) => fetchLink(link),
    networkMode: 'always',
    onSuccess: (file) => addFiles([file]),
    onError: (error: Error) => announce(error.message),
  })
  const addDropped = (transfer: DataTransfer) => {
    const text = transfer.getData('text/uri-list') || transfer.getData('text/plain')
    void droppedFiles(transfer).then((files) => {
      if (files.length > 0) addFiles(files)
      else if (linkFrom(text)) fetching.mutate(text)
      else announce('There was no picture in that')
    })
  }
  useWindowEvent('paste', (event) => {
    const intoText = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    if (!event.clipboardData || (intoText && event.clipboardData.files.length === 0)) return
    event.preventDefault()
    addDropped(event.clipboardData)
  })
  return {
    addFiles,
    addDropped,
    addLink: (link) => fetching.mutate(link),
    link: { isFetching: fetching.isPending, fault: fetching.error?.message ?? null, forget: fetching.reset },
    pick: () => inputRef.current?.click(),
    inputRef,
  }
}

/** Clipboards call every picture `image.png`. */
const nameOf = (file: File): string =>
  file.name === 'image.png' || file.name === '' ? 'Pasted picture.png' : file.name
