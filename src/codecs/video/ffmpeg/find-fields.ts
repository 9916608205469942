import type { VideoFacts } from '#contract/video-facts.ts'
import { openFfmpeg } from './ffmpeg-core.ts'
import type { FfmpegSource } from './ffmpeg-source.ts'

/** Frames that are looked at: two seconds. */
const maxFrames = 50

/** The share of frames that are combed from which on a clip is interlaced: two in five of a film in NTSC are. */
const minCombedShare = 0.2

/** Frames of which one has to say that it has fields: some streams have them in some frames only. */
const statedFrames = 12

type StatedFrame = { readonly interlaced_frame?: number; readonly top_field_first?: number }

/**
 * Which of the two fields of each frame was taken first; undefined for frames that were taken whole, also where the stream
 * says that they have fields (PsF). Where nothing moves, the stream is believed. Rejects as `openFfmpeg` and its runs do.
 */
export const findFields = async (
  { video, trackIndex }: Pick<FfmpegSource, 'video' | 'trackIndex'>,
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
    if (!stated) return undefined
    let found = ''
    const onLine = (line: string) => {
      if (/Multi frame detection/.test(line)) found = line
      return true
    }
    const quiet = ['-hide_banner', '-nostats', '-loglevel', 'info']
    const looked = ['-map', `0:v:${trackIndex}`, '-frames:v', String(maxFrames), '-vf', 'idet']
    // Fields are rows of stored frames.
    await ffmpeg.run([...quiet, '-noautorotate', '-i', path, ...looked, '-f', 'null', '-'], {
      signal,
      onProgress,
      onLine,
    })
    const counted = /TFF:\s*(\d+)\s+BFF:\s*(\d+)\s+Progressive:\s*(\d+)/.exec(found) ?? []
    const [top = 0, bottom = 0, whole = 0] = counted.slice(1).map(Number)
    const combed = top + bottom
    if (combed + whole === 0) return stated.top_field_first === 1 ? 'top' : 'bottom'
    if (combed < minCombedShare * (combed + whole)) return undefined
    return top >= bottom ? 'top' : 'bottom'
  } finally {
    ffmpeg.close()
  }
}
