import type { Raster } from './raster.ts'

/** Whether no pixel lets anything through. */
export const isOpaque = ({ data }: Raster): boolean => {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false
  return true
}
