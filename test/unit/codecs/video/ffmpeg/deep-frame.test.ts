import { expect, test } from 'vitest'
import { fromDeepPixels, isDeepPixelFormat, readFrameLog } from '#codecs/video/ffmpeg/deep-frame.ts'

/** Two pixels in planes G, B, R, A: what ffmpeg makes of white, and a colour with half alpha. */
const planes = () =>
  new Uint8Array(Uint16Array.of(65_283, 100, 65_280, 12_800, 65_280, 0, 65_535, 32_896).buffer)
const size = { width: 2, height: 1 }

test('white of ffmpeg’s scaler is white, and green stands first', () => {
  const { raster, fineColors } = fromDeepPixels(planes(), size, 'yuv420p10le')
  expect([...raster.data]).toEqual([255, 255, 255, 255, 0, 0, 50, 128])
  expect(fineColors).toMatchObject({ ...size, channels: 3 })
  expect([...(fineColors?.data ?? [])]).toEqual([65_535, 65_535, 65_535, 0, 100, 12_850])
})

test('colours in RGB stay, and those of 8 bits are not fine', () => {
  expect(fromDeepPixels(planes(), size, 'gbrp16le').fineColors?.data[5]).toBe(12_800)
  expect(fromDeepPixels(planes(), size, 'yuv420p').fineColors).toBeUndefined()
})

test('the log names the time and the pixels of each frame', () => {
  const log = readFrameLog()
  log.onLine('[Parsed_showinfo_0 @ 0x1] config in time_base: 1/15360, frame_rate: 30/1')
  log.onLine(
    '[Parsed_showinfo_0 @ 0x1] n:   0 pts:   1536 pts_time:0.1 pos: 48 fmt:yuv422p10le sar:1/1 s:64x48',
  )
  expect(log.next()).toEqual({ seconds: 0.1, pixelFormat: 'yuv422p10le' })
  expect(log.onLine('frame= 1')).toBe(false)
})

test('names of pixels tell which have more than 8 bits', () => {
  const deep = ['yuv420p10le', 'yuva444p12le', 'p010le', 'gray16le', 'rgb48le', 'gbrpf32le']
  expect(deep.filter((name) => !isDeepPixelFormat(name))).toEqual([])
  const coarse = ['yuv420p', 'yuvj444p', 'nv12', 'rgba', 'rgb565le', 'rgb555le', 'pal8', '']
  expect(coarse.filter(isDeepPixelFormat)).toEqual([])
})
