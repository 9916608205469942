import { openFfmpeg } from './ffmpeg-core.ts'

/**
 * The sound that no browser decodes (AC-3, E-AC-3, DTS, …) in a file of its own, at the same times as in
 * the source. It is held whole: five minutes are 7 MB. `trackIndex` counts the audio tracks of the file.
 */
export const audioByFfmpeg = async (
  video: Blob,
  trackIndex: number,
  codec: 'opus' | 'aac',
  signal: AbortSignal,
): Promise<Blob> => {
  const ffmpeg = await openFfmpeg()
  try {
    const input = await ffmpeg.mount(video)
    const encoder =
      codec === 'aac' ? ['-c:a', 'aac', '-b:a', '192k'] : ['-c:a', 'libopus', '-b:a', '128k', '-ar', '48000']
    const output = codec === 'aac' ? 'sound.mp4' : 'sound.webm'
    const args = [
      '-copyts',
      '-i',
      input,
      '-map',
      `0:a:${trackIndex}`,
      '-vn',
      '-sn',
      '-dn',
      '-ac',
      '2',
      ...encoder,
    ]
    await ffmpeg.run([...args, output], { signal })
    return new Blob([await ffmpeg.readFile(output)])
  } finally {
    ffmpeg.close()
  }
}
