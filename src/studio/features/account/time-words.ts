const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `just now`, `4 min ago`, `3 h ago`, `yesterday`, `5 days ago` */
export const ageText = (at: string, now: number): string => {
  const passed = Math.max(0, now - Date.parse(at))
  if (passed < minute) return 'just now'
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`
  if (passed < day) return `${Math.floor(passed / hour)} h ago`
  const days = Math.floor(passed / day)
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** `23 h 12 min`, `12 min`, `40 s`: until `at`; null where that has passed. */
export const untilText = (at: string, now: number): string | null => {
  const left = Date.parse(at) - now
  if (left <= 0) return null
  if (left < minute) return `${Math.ceil(left / second)} s`
  if (left < hour) return `${Math.floor(left / minute)} min`
  const minutes = Math.floor((left % hour) / minute)
  return `${Math.floor(left / hour)} h${minutes > 0 ? ` ${minutes} min` : ''}`
}

/** `14 Nov, 16:20`, in this browser's time zone. */
export const clockText = (at: string | number): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))
