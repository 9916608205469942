/** `640 kB`, `4.1 MB`, `94 MB`: units of 1,000, as file managers and the contract count (D-5). */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}

/** `41 of 94 MB`; the unit is said once. */
export const formatByteProgress = ({ loaded, total }: { loaded: number; total: number }): string => {
  const unit = total < 1_000_000 ? 1000 : 1_000_000
  return `${Math.round(loaded / unit)} of ${Math.round(total / unit)} ${unit === 1000 ? 'kB' : 'MB'}`
}

/** Time left, in steps that do not flicker: `2 s`, `25 s`, `3 min`. */
export const formatTimeLeft = (seconds: number): string => {
  if (seconds < 10) return `${Math.max(1, Math.ceil(seconds))} s`
  if (seconds < 90) return `${Math.ceil(seconds / 5) * 5} s`
  return `${Math.ceil(seconds / 60)} min`
}

/** `0.8 s`, `12 s` */
export const formatMilliseconds = (milliseconds: number): string => {
  const seconds = milliseconds / 1000
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
}

/** `4032 × 3024` */
export const formatPixelSize = ({ width, height }: { width: number; height: number }): string =>
  `${width} × ${height}`

/** `1 picture`, `3 pictures` */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
