import { type PointerEvent, type ReactNode, useState } from 'react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { Divider } from '#studio/ui/divider.tsx'
import { sampleAddress } from './sample-pictures.tsx'

const text = messages.intake.samples.fox

const half = 0.5
const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The sample fox, a photo to the left of a divider and its cut-out to the right, both ready-made. The divider follows
 * the pointer, a finger and keys, and returns to the middle; with reduced motion only drags and keys move it.
 */
export function LiveCutout({ children }: { readonly children?: ReactNode }) {
  // Shows the whole photo until the cut-out is loaded.
  const [at, setAt] = useState(() => (prefersStill() ? half : 1))
  const [isFollowing, setIsFollowing] = useState(false)
  const moveTo = (share: number) => {
    setIsFollowing(true)
    setAt(Math.min(1, Math.max(0, share)))
  }
  const rest = () => {
    setIsFollowing(false)
    setAt(half)
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.buttons === 0 && prefersStill()) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    moveTo((event.clientX - left) / width)
  }
  const slow = isFollowing ? 'duration-75' : 'duration-900 ease-calm'
  const picture = { width: 720, height: 540, decoding: 'async', draggable: false } as const
  return (
    <div
      className="relative aspect-4/3 cursor-ew-resize touch-pan-y select-none"
      onPointerDown={follow}
      onPointerMove={follow}
      onPointerLeave={(event) => event.pointerType === 'mouse' && rest()}
    >
      <img {...picture} src={sampleAddress('plush-fox-photo.webp')} alt={text.alt} className="size-full" />
      <div
        className={`checkerboard absolute inset-0 transition-[clip-path] ${slow}`}
        style={{ clipPath: `inset(0 0 0 ${at * 100}%)` }}
      >
        <img
          {...picture}
          src={sampleAddress('plush-fox-cutout.webp')}
          alt=""
          className="size-full"
          onLoad={rest}
        />
      </div>
      <Divider
        label={text.divider}
        text={text.dividerAt}
        at={at}
        onMove={moveTo}
        className={`transition-[left] ${slow}`}
      />
      <span className="pointer-events-none absolute inset-0 inset-ring inset-ring-ink/8" />
      {children}
    </div>
  )
}
