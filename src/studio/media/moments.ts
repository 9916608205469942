/** `0:06.2`, `2:41.0`: a moment in a video. */
export const momentText = (seconds: number): string => {
  const tenths = Math.max(0, Math.round(seconds * 10))
  const minutes = Math.floor(tenths / 600)
  const rest = (tenths - minutes * 600) / 10
  return `${minutes}:${rest < 10 ? '0' : ''}${rest.toFixed(1)}`
}

/** `12:40`, `0:47`: a length as clocks write it. */
export const clockText = (seconds: number): string => {
  const whole = Math.round(seconds)
  const rest = whole % 60
  return `${Math.floor(whole / 60)}:${rest < 10 ? '0' : ''}${rest}`
}

/** `6.2 s`, `41 s`, `2 min 5 s`: how long a video lasts. */
export const lengthText = (seconds: number): string => {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < 90) return `${whole} s`
  const rest = whole % 60
  return `${Math.floor(whole / 60)} min${rest > 0 ? ` ${rest} s` : ''}`
}

/** `23.98`, `30`: frames a second as people write them. */
export const rateText = (fps: number): string => `${Number(fps.toFixed(fps < 10 ? 1 : 2))}`
