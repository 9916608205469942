import { useRef, useState } from 'react'
import { useWindowEvent } from './use-window-event.ts'

/** Makes the whole page a drop zone; true while files are held over it. */
export function useDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  // Enter and leave come for every element on the way; only their balance says whether it is over the page.
  const depth = useRef(0)
  const leaveAll = () => {
    depth.current = 0
    setIsOver(false)
  }
  useWindowEvent('dragenter', (event) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    depth.current += 1
    setIsOver(true)
  })
  useWindowEvent('dragover', (event) => carriesFiles(event) && event.preventDefault())
  useWindowEvent('dragleave', (event) => {
    if (!carriesFiles(event)) return
    depth.current -= 1
    if (depth.current <= 0) leaveAll()
  })
  useWindowEvent('drop', (event) => {
    leaveAll()
    if (!event.dataTransfer || !carriesFiles(event)) return
    event.preventDefault()
    onDrop(event.dataTransfer)
  })
  return isOver
}

const carriesFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.some((type) => type === 'Files' || type === 'text/uri-list') ?? false
