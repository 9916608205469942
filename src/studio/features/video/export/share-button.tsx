import { Share } from 'lucide-react'
import type { VideoItem, VideoJob } from '#studio/features/video/queue/video-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import type { SaveVideo } from './save-video.ts'

type Props = { readonly item: VideoItem; readonly result: VideoJob; readonly saving: SaveVideo }

/** Hands a result to the device's sheet for sharing; nothing where that takes no such file. */
export function ShareButton({ item, result, saving }: Props) {
  const { isSaving } = useStore(saving)
  const share = saving.shareOf(result)
  if (!share) return null
  return (
    <Button
      aria-label={messages.video.actions.share}
      className="size-12! rounded-md"
      disabled={isSaving}
      onClick={() => share(item)}
    >
      <Share size={18} strokeWidth={1.75} aria-hidden />
    </Button>
  )
}
