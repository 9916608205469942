import { useQuery } from '@tanstack/react-query'
import { sequenceFormats } from '#contract/frame-sequence.ts'
import { canPickFolder, type SavePlace } from '#library/sink.ts'
import type { VideoItem, VideoJob } from '#library/videos/video-item.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { frameBytes } from '#studio/queries/edited-frame.ts'
import { freeSpace } from '#studio/queries/on-device.ts'
import { useService } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import type { SaveFrames } from './save-frames.ts'

const { dialog: texts } = messages.video.frames

/** More bytes take minutes to write, which few people expect. */
const hugeBytes = 2_000_000_000

type Props = {
  readonly item: VideoItem
  /** The result with the frames. */
  readonly result: VideoJob
  readonly frames: SaveFrames
  readonly open: boolean
  readonly onClose: () => void
}

/** Shows the size of a result's frames, and lets the user choose their target. */
export function FramesDialog({ item, result, frames, open, onClose }: Props) {
  const { label } = sequenceFormats[item.recipe.sequence.format]
  const isFolder = canPickFolder()
  const save = (place: SavePlace) => {
    onClose()
    frames.start(item, result, place)
  }
  return (
    <Dialog title={texts.title(result.job.frames, label)} open={open} onClose={onClose}>
      <FramesSize item={item} result={result} isFolder={isFolder} />
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{texts.notNow}</Button>
        <Button variant={isFolder ? 'plain' : 'main'} onClick={() => save('zip')}>
          {texts.saveZip}
        </Button>
        {isFolder ? (
          <Button variant="main" onClick={() => save('folder')}>
            {texts.saveFolder}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

/** The size of all frames, estimated from three, and whether the storage has space for it. */
function FramesSize({
  item,
  result,
  isFolder,
}: Pick<Props, 'item' | 'result'> & { readonly isFolder: boolean }) {
  const { data: bytes, isError } = useQuery(frameBytes(useService(), result, item.recipe.sequence))
  const { data: free = null } = useQuery(freeSpace)
  if (bytes === undefined)
    return (
      <p className="text-sm text-ink-soft" aria-live="polite">
        {isError ? texts.notMeasured : texts.measuring}
      </p>
    )
  const isTooLarge = free !== null && free < bytes
  return (
    <div className="space-y-2 text-sm" aria-live="polite">
      <p>
        {texts.about[0]} <strong>{formatBytes(Number(bytes.toPrecision(2)))}</strong> {texts.about[1]}
        {bytes > hugeBytes ? ` ${texts.huge}` : ''}
      </p>
      {free === null ? null : (
        <p className={isTooLarge ? 'text-fault' : 'text-ink-soft'}>
          {isTooLarge ? texts.noRoom(formatBytes(free), isFolder) : texts.room(formatBytes(free))}
        </p>
      )}
    </div>
  )
}
