import { formatDecimal, formatNumber } from './format-units.ts'
import { locale } from './language.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `0:06.2`, `2:41.0`: a moment in a video, in seconds from its start. */
export const formatTimestamp = (seconds: number): string => {
  const tenths = Math.max(0, Math.round(seconds * 10))
  const minutes = Math.floor(tenths / 600)
  const rest = (tenths - minutes * 600) / 10
  return `${minutes}:${rest < 10 ? '0' : ''}${formatDecimal(rest, 1)}`
}

/** `12:40`, `0:47`: a length in seconds as clocks write it. */
export const formatClock = (seconds: number): string => {
  const whole = Math.round(seconds)
  const rest = whole % 60
  return `${Math.floor(whole / 60)}:${rest < 10 ? '0' : ''}${rest}`
}

/** `6.2 s`, `41 s`, `2 min 5 s`: how long something lasts, in seconds. */
export const formatDuration = (seconds: number): string => {
  if (seconds < 10) return `${formatNumber(Number(seconds.toFixed(1)))} s`
  const whole = Math.round(seconds)
  if (whole < 90) return `${whole} s`
  const rest = whole % 60
  return `${Math.floor(whole / 60)} min${rest > 0 ? ` ${rest} s` : ''}`
}

/** `0.8 s`, `12 s` */
export const formatMilliseconds = (milliseconds: number): string => {
  const seconds = milliseconds / 1000
  return `${seconds < 10 ? formatDecimal(seconds, 1) : formatNumber(Math.round(seconds))} s`
}

/** Seconds left, in steps that do not flicker: `2 s`, `25 s`, `3 min`. */
export const formatTimeLeft = (seconds: number): string => {
  if (seconds < 10) return `${Math.max(1, Math.ceil(seconds))} s`
  if (seconds < 90) return `${Math.ceil(seconds / 5) * 5} s`
  return `${Math.ceil(seconds / 60)} min`
}

/** `23 h 12 min`, `12 min`, `40 s`: from `now` until `at`; null where that has passed. */
export const formatTimeUntil = (at: string, now: number): string | null => {
  const left = Date.parse(at) - now
  if (left <= 0) return null
  if (left < minute) return `${Math.ceil(left / second)} s`
  if (left < hour) return `${Math.floor(left / minute)} min`
  const minutes = Math.floor((left % hour) / minute)
  return `${Math.floor(left / hour)} h${minutes > 0 ? ` ${minutes} min` : ''}`
}

const ages = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })

/** `now`, `4 min ago`, `3 hr ago`, `yesterday`, `5 days ago` */
export const formatAge = (at: string, now: number): string => {
  const passed = Math.max(0, now - Date.parse(at))
  if (passed < minute) return ages.format(0, 'second')
  if (passed < hour) return ages.format(-Math.floor(passed / minute), 'minute')
  if (passed < day) return ages.format(-Math.floor(passed / hour), 'hour')
  return ages.format(-Math.floor(passed / day), 'day')
}

const dates = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** `14 Nov, 16:20`, in this browser's time zone. */
export const formatDateTime = (at: string | number): string => dates.format(new Date(at))

const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** `14 Nov`, in this browser's time zone. */
export const formatDay = (at: string | number): string => days.format(new Date(at))
