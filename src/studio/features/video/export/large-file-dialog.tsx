import { useQuery } from '@tanstack/react-query'
import { hugeFileBytes } from '#studio/features/video/words/output-size.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'

type Props = {
  /** About how large the file will be; null closes the dialog. */
  readonly bytes: number | null
  readonly onStart: () => void
  readonly onClose: () => void
}

/** Asks before a file is made that may be larger than anybody expects. */
export function LargeFileDialog({ bytes, onStart, onClose }: Props) {
  const { data: free = null } = useQuery({
    queryKey: ['free-space', bytes],
    networkMode: 'always',
    enabled: bytes !== null,
    queryFn: freeSpace,
    staleTime: 0,
  })
  const large = bytes ?? 0
  return (
    <Dialog title="This will be a big file" open={bytes !== null} onClose={onClose}>
      <p className="text-sm">
        A MOV for editing holds every frame whole: about <strong>{formatBytes(large)}</strong> for this video.
        {large > hugeFileBytes ? ' Some players have trouble with files of this size.' : ''}
      </p>
      {free !== null ? (
        <p className={`mt-2 text-sm ${free < large ? 'text-fault' : 'text-ink-soft'}`}>
          {free < large
            ? `This browser has room for ${formatBytes(free)} only. Choose a smaller size, a shorter part, or WebM.`
            : `This browser has room for ${formatBytes(free)}.`}
        </p>
      ) : null}
      <p className="mt-2 text-sm text-ink-soft">A smaller size or WebM keeps the transparency in far less.</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Not now</Button>
        <Button look="main" onClick={onStart}>
          Make the MOV
        </Button>
      </div>
    </Dialog>
  )
}

/** Null where the browser does not tell. */
async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined ? null : Math.max(0, quota - (usage ?? 0))
}
