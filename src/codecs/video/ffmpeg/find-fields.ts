import type { VideoFacts } from '#contract/video-facts.ts'
import { openFfmpeg } from './ffmpeg-core.ts'
import type { FfmpegSource } from './ffmpeg-source.ts'

/** Frames that are looked at: two seconds. */
const maxFrames = 50

/** The share of frames that are combed from which on a clip is interlaced: two in five of a film in NTSC are. */
const minCombedShare = 0.2

/**
 * What else a stream that says nothing of fields has to have, as FFV1, Motion JPEG or raw frames of old tapes: most
 * frames combed, all alike, and fewer of them smooth. Larger ones are not looked at: a second of 1080 lines takes
 * seconds.
 */
const silent = { maxFrames: 25, minCombedShare: 0.8, maxSmoothShare: 0.8, maxHeight: 608 } as const

/** Calls a frame progressive that has less of a comb than its even rows have with the odd ones of the frame before. */
const smooth = 'idet=intl_thres=1e6:prog_thres=1.05'

/**
 * Counts combed frames, then smooth ones if the top field is first, and (upside down) if the bottom one is. Some
 * columns tell as much as all; colours are left out, which are often converted as if frames were whole.
 */
const look = ['scale=min(iw\\,360):ih:flags=neighbor', 'format=gray', 'idet', smooth, 'vflip', smooth].join()
const combedAt = 2
const smoothAt = { top: 3, bottom: 5 } as const

/** Frames of which one has to say that it has fields: some streams have them in some frames only. */
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
 * Which of the two fields of each frame was taken first; undefined for frames that were taken whole, also where the
 * stream says that they have fields (PsF). Where nothing moves, the stream is believed; if it says nothing, fields have
 * to be plain to see. Rejects as `openFfmpeg` and its runs do.
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
    // What a container says of fields is often wrong.
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
