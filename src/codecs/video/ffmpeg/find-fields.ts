import type { VideoFacts } from '#contract/video-facts.ts'
import { openFfmpeg } from './ffmpeg-core.ts'
import type { FfmpegSource } from './ffmpeg-source.ts'

/** The most analysed frames: two seconds. */
const maxFrames = 50

/** The least share of combed frames of an interlaced clip: NTSC film has two in five. */
const minCombedShare = 0.2

/**
 * Further conditions for a stream without field flags, as FFV1, Motion JPEG or raw frames of old tapes: most frames
 * combed, all alike, and fewer smooth. Larger frames are not analysed: a second of 1080 lines takes seconds.
 */
const silent = { maxFrames: 25, minCombedShare: 0.8, maxSmoothShare: 0.8, maxHeight: 608 } as const

/** A frame is progressive if it has less comb than its even rows with the odd ones of the frame before. */
const smooth = 'idet=intl_thres=1e6:prog_thres=1.05'

/**
 * Counts combed frames, then smooth ones if the top field is first, and (flipped) if the bottom field is. Some columns
 * suffice; colours are left out, since they are often converted as if frames were progressive.
 */
const look = ['scale=min(iw\\,360):ih:flags=neighbor', 'format=gray', 'idet', smooth, 'vflip', smooth].join()
const combedAt = 2
const smoothAt = { top: 3, bottom: 5 } as const

/** The frames of which one must be flagged as interlaced: some streams flag only some frames. */
const statedFrames = 12

type StatedFrame = { readonly interlaced_frame?: number; readonly top_field_first?: number }

/** The counts that a filter of `look` logs at its end. */
const countsIn = (log: readonly string[], filter: number, kind: 'Single' | 'Multi') => {
  const line = log.find((each) => each.includes(`idet_${filter} `) && each.includes(`${kind} frame`)) ?? ''
  const [top = 0, bottom = 0, whole = 0, unknown = 0] = [...line.matchAll(/: +(\d+)/g)].map(([, count]) =>
    Number(count),
  )
  return { top, bottom, whole, unknown, all: top + bottom + whole + unknown }
}

/**
 * The field of each frame that was taken first; undefined for progressive frames, also if the stream has field flags
 * (PsF). Without motion the flags decide; without flags, fields must be obvious. Rejects as `openFfmpeg` and its runs
 * do.
 */
export const findFields = async (
  { video, trackIndex }: Pick<FfmpegSource, 'video' | 'trackIndex'>,
  { height }: Pick<VideoFacts, 'height'>,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<VideoFacts['fields']> => {
  const ffmpeg = await openFfmpeg(signal)
  try {
    const path = await ffmpeg.mount(video)
    const asked = ['-select_streams', `v:${trackIndex}`, '-read_intervals', `%+#${statedFrames}`]
    const fields = ['-show_entries', 'frame=interlaced_frame,top_field_first', '-of', 'json']
    const { frames = [] } = JSON.parse(
      await ffmpeg.probe(['-v', 'error', ...asked, ...fields, path], { onProgress }),
    ) as { frames?: readonly StatedFrame[] }
    // A container's field flags are often wrong.
    const stated = frames.find(({ interlaced_frame }) => interlaced_frame === 1)
    if (!stated && height > silent.maxHeight) return undefined
    const log: string[] = []
    const onLine = (line: string) => {
      if (line.includes('frame detection')) log.push(line)
      return true
    }
    const quiet = ['-hide_banner', '-nostats', '-loglevel', 'info']
    const seen = String(stated ? maxFrames : silent.maxFrames)
    const looked = ['-map', `0:v:${trackIndex}`, '-frames:v', seen, '-vf', stated ? 'idet' : look]
    // Fields are rows of stored frames.
    await ffmpeg.run([...quiet, '-noautorotate', '-i', path, ...looked, '-f', 'null', '-'], {
      signal,
      onProgress,
      onLine,
    })
    const { top, bottom, whole, all } = countsIn(log, stated ? 0 : combedAt, 'Multi')
    const combed = top + bottom
    const first = top >= bottom ? 'top' : 'bottom'
    if (!stated) {
      const smooths = countsIn(log, smoothAt[first], 'Single')
      const isAlike = combed > 0 && Math.min(top, bottom) === 0 && combed >= silent.minCombedShare * all
      return isAlike && smooths.whole < silent.maxSmoothShare * smooths.all ? first : undefined
    }
    if (combed + whole === 0) return stated.top_field_first === 1 ? 'top' : 'bottom'
    return combed < minCombedShare * (combed + whole) ? undefined : first
  } finally {
    ffmpeg.close()
  }
}
