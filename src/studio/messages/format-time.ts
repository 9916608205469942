/** `0:06.2`, `2:41.0`: a moment in a video. */
export const formatTimestamp = (seconds: number): string => {
  const tenths = Math.max(0, Math.round(seconds * 10))
  const minutes = Math.floor(tenths / 600)
  const rest = (tenths - minutes * 600) / 10
  return `${minutes}:${rest < 10 ? '0' : ''}${rest.toFixed(1)}`
}

/** `12:40`, `0:47`: a length as clocks write it. */
export const formatClock = (seconds: number): string => {
  const whole = Math.round(seconds)
  const rest = whole % 60
  return `${Math.floor(whole / 60)}:${rest < 10 ? '0' : ''}${rest}`
}

/** `6.2 s`, `41 s`, `2 min 5 s`: how long a video lasts. */
export const formatDuration = (seconds: number): string => {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < 90) return `${whole} s`
  const rest = whole % 60
  return `${Math.floor(whole / 60)} min${rest > 0 ? ` ${rest} s` : ''}`
}

/** `23.98`, `30`: frames a second as people write them. */
export const formatFrameRate = (fps: number): string => `${Number(fps.toFixed(fps < 10 ? 1 : 2))}`

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `just now`, `4 min ago`, `3 h ago`, `yesterday`, `5 days ago` */
export const formatAge = (at: string, now: number): string => {
  const passed = Math.max(0, now - Date.parse(at))
  if (passed < minute) return 'just now'
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`
  if (passed < day) return `${Math.floor(passed / hour)} h ago`
  const days = Math.floor(passed / day)
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** `23 h 12 min`, `12 min`, `40 s`: until `at`; null where that has passed. */
export const formatTimeUntil = (at: string, now: number): string | null => {
  const left = Date.parse(at) - now
  if (left <= 0) return null
  if (left < minute) return `${Math.ceil(left / second)} s`
  if (left < hour) return `${Math.floor(left / minute)} min`
  const minutes = Math.floor((left % hour) / minute)
  return `${Math.floor(left / hour)} h${minutes > 0 ? ` ${minutes} min` : ''}`
}

/** `14 Nov, 16:20`, in this browser's time zone. */
export const formatDateTime = (at: string | number): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))
