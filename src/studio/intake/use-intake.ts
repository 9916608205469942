import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { useWindowEvent } from '#studio/hooks/use-window-event.ts'
import { droppedFiles } from './dropped-files.ts'
import { fetchLink, linkFrom } from './fetch-link.ts'
import { isClip } from './is-clip.ts'

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

/** A picture as its queue takes it, and a video, which may be known by a link as well. */
type Picture = { readonly id: string; readonly file: File; readonly name: string }
type Clip = Picture & { readonly url: string | null }

type Queues = {
  readonly addPictures: (pictures: readonly Picture[]) => void
  readonly addClips: (clips: readonly Clip[]) => void
}

/** All the ways for pictures and videos to come in: picker, drop, folder, paste, link. What they are decides where they go. */
export function useIntake({ addPictures, addClips }: Queues): Intake {
  const inputRef = useRef<HTMLInputElement>(null)
  const announce = useAnnounce()
  const add = async (files: readonly File[], url: string | null = null) => {
    const kinds = await Promise.all(files.map(isClip))
    const named = files.map((file) => ({ id: crypto.randomUUID(), file, name: nameOf(file), url }))
    const pictures = named.filter((_, at) => !kinds[at])
    const clips = named.filter((_, at) => kinds[at])
    if (pictures.length > 0) addPictures(pictures.map(({ id, file, name }) => ({ id, file, name })))
    if (clips.length > 0) addClips(clips)
  }
  const addFiles = (files: readonly File[]) => void add(files)
  const fetching = useMutation({
    mutationFn: (link: string) => fetchLink(link),
    networkMode: 'always',
    onSuccess: (file, link) => add([file], linkFrom(link)?.href ?? null),
    onError: (error: Error) => announce(error.message),
  })
  const addDropped = (transfer: DataTransfer) => {
    const text = transfer.getData('text/uri-list') || transfer.getData('text/plain')
    void droppedFiles(transfer).then((files) => {
      if (files.length > 0) addFiles(files)
      else if (linkFrom(text)) fetching.mutate(text)
      else announce('There was no picture or video in that')
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
