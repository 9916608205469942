import { useRef, useState } from 'react'
import { useWindowEvent } from '#studio/hooks/use-browser-state.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { droppedFiles } from './dropped-files.ts'
import { unopenedText } from './intake-words.ts'
import { isVideoFile } from './is-video-file.ts'
import { createLinkDownloads, type LinkDownloads, linkFrom } from './link-downloads.ts'

export type Intake = {
  readonly addFiles: (files: readonly File[]) => void
  readonly addDropped: (transfer: DataTransfer) => void
  readonly links: LinkDownloads
  /** What of the last drop could not be opened; null where all of it could. */
  readonly note: string | null
  readonly forgetNote: () => void
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
    const kinds = await Promise.all(files.map(isVideoFile))
    const named = files.map((file) => ({ id: crypto.randomUUID(), file, name: nameOf(file), url }))
    const pictures = named.filter((_, at) => !kinds[at])
    const clips = named.filter((_, at) => kinds[at])
    if (pictures.length > 0) addPictures(pictures.map(({ id, file, name }) => ({ id, file, name })))
    if (clips.length > 0) addClips(clips)
  }
  const addFiles = (files: readonly File[]) => void add(files)
  const { onDevice } = useService()
  const [links] = useState(() =>
    createLinkDownloads({ device: onDevice, onFile: (file, link) => add([file], link), tell: announce }),
  )
  const [note, setNote] = useState<string | null>(null)
  const addDropped = (transfer: DataTransfer) => {
    const text = transfer.getData('text/uri-list') || transfer.getData('text/plain')
    void droppedFiles(transfer).then(({ files, unopened }) => {
      setNote(unopened.length > 0 ? unopenedText(unopened, files.length) : null)
      if (unopened.length > 0) announce(unopenedText(unopened, files.length))
      if (files.length > 0) addFiles(files)
      else if (unopened.length > 0) return
      else if (linkFrom(text)) void links.fetch(text)
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
    links,
    note,
    forgetNote: () => setNote(null),
    pick: () => inputRef.current?.click(),
    inputRef,
  }
}

/** Clipboards call every picture `image.png`. */
const nameOf = (file: File): string =>
  file.name === 'image.png' || file.name === '' ? 'Pasted picture.png' : file.name

/** The input behind every "open" button. Takes any file, so that a wrong one is told why. */
export const FilePicker = ({ intake }: { readonly intake: Intake }) => (
  <input
    ref={intake.inputRef}
    type="file"
    multiple
    hidden
    accept="image/jpeg,image/png,image/webp,image/*,video/mp4,video/quicktime,video/webm,video/*,.mkv,.m4v"
    aria-label="Pictures and videos"
    onChange={(event) => {
      intake.addFiles([...(event.currentTarget.files ?? [])])
      // The same file may be picked again.
      event.currentTarget.value = ''
    }}
  />
)
