import { useRef, useState } from 'react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'

/** Covers the page while files are dragged over it. */
export const DropOverlay = () => (
  <div
    className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-ground/85 backdrop-blur-sm"
    aria-hidden
  >
    <div className="absolute inset-5">
      <CropMarks strong />
    </div>
    <p className="text-display font-semibold tracking-tight">{messages.app.dropHere}</p>
  </div>
)

/** Makes the whole page a drop zone, but not for drags from the page itself. True while files are dragged over it. */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  // The browser fires enter and leave for every element, so only their balance shows whether the drag has left the
  // page.
  const depth = useRef(0)
  const isOwn = useRef(false)
  const isFile = (event: DragEvent) => !isOwn.current && carriesFiles(event)
  const leaveAll = () => {
    depth.current = 0
    setIsOver(false)
  }
  useWindowEvent('dragstart', () => {
    isOwn.current = true
  })
  // The end of a drag is dispatched to its source, which may be gone; a drag sends no pointer events.
  const forget = () => {
    isOwn.current = false
  }
  useWindowEvent('dragend', forget)
  useWindowEvent('pointermove', forget)
  useWindowEvent('dragenter', (event) => {
    if (!isFile(event)) return
    event.preventDefault()
    depth.current += 1
    setIsOver(true)
  })
  useWindowEvent('dragover', (event) => isFile(event) && event.preventDefault())
  useWindowEvent('dragleave', (event) => {
    if (!isFile(event)) return
    depth.current -= 1
    if (depth.current <= 0) leaveAll()
  })
  useWindowEvent('drop', (event) => {
    leaveAll()
    if (!event.dataTransfer || !isFile(event)) return
    event.preventDefault()
    onDrop(event.dataTransfer)
  })
  return isOver
}

const carriesFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.some((type) => type === 'Files' || type === 'text/uri-list') ?? false

const corners = [
  'top-0 left-0 border-t border-l',
  'top-0 right-0 border-t border-r',
  'bottom-0 left-0 border-b border-l',
  'bottom-0 right-0 border-b border-r',
]

/** Printers' crop marks at the corners of the positioned parent. */
export const CropMarks = ({ strong = false }: { readonly strong?: boolean }) => (
  <span aria-hidden className="pointer-events-none absolute inset-0">
    {corners.map((corner) => (
      <span
        key={corner}
        className={`absolute transition-[width,height] duration-200 ease-calm ${corner} ${strong ? 'size-9 border-ink' : 'size-5 border-ink-faint'}`}
      />
    ))}
  </span>
)
