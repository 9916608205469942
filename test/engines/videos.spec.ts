import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { tinyStudio } from '#support/built-studio.ts'
import { alphaOf, complaintsOf, hasFfmpeg, probeFile, rgbOfFrames } from '#support/ffmpeg-in-node.ts'
import { readExr } from '#support/read-exr.ts'
import { hasUnzip, unzip } from '#support/unzip.ts'
import { type EngineStudio, enginesOnly, expect, test } from './engine-test.ts'
import { type ClipKind, clipKinds, clipOf } from './video-clips.ts'
import { keepFindings, type Outcome } from './video-findings.ts'

test.skip(!hasFfmpeg, 'Clips are made, and results judged, by an ffmpeg of this machine; there is none.')

type Answer = {
  readonly status: number
  readonly code?: string
  readonly message?: string
  readonly details?: string
  readonly result?: string
}

/** Sends a clip to the API in the page, and waits for its job; `result` is base64. */
const cutOut = async ({ evaluate }: EngineStudio, kind: ClipKind, format: string): Promise<Answer> => {
  const { name, bytes } = clipOf(kind)
  return await evaluate(
    async ({ base64, name, format }) => {
      const form = new FormData()
      form.set('file', new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name))
      form.set('format', format)
      form.set('level', 'fast')
      const response = await fetch('v1/remove', { method: 'POST', body: form })
      let job = await response.json()
      const { code, message } = job
      const refusal = { status: response.status, code, message, details: JSON.stringify(job.details) }
      if (response.status !== 202) return refusal
      while (!/completed|failed/.test(job.status)) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        job = await (await fetch(job.status_url)).json()
      }
      if (job.status === 'failed') return { status: 202, ...job.error, details: job.error.message }
      const blob = await (await fetch(job.result_url)).blob()
      const reader = new FileReader()
      const read = new Promise<string>((resolve) => {
        reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
      })
      reader.readAsDataURL(blob)
      return { status: 202, result: await read }
    },
    { base64: bytes.toString('base64'), name, format },
  )
}

const openApi = async ({ page, waitFor, evaluate }: EngineStudio) => {
  await page.open(tinyStudio.url)
  await waitFor('h1')
  await evaluate(
    () => (globalThis as unknown as { clearcut: { apiReady: Promise<boolean> } }).clearcut.apiReady,
    null,
  )
}

const codecs = { webm: 'vp9', mov: 'prores', mp4: 'h264', gif: 'gif' } as const
type Format = keyof typeof codecs
const clip: ClipKind = 'MP4, H.264 and AAC'

/** Cuts the clip out into a format, and checks the file. */
const write = async (studio: EngineStudio, format: Format, kind: ClipKind = clip): Promise<void> => {
  const { result, ...refusal } = await cutOut(studio, kind, format)
  expect(refusal).toEqual({ status: 202 })
  const bytes = Buffer.from(result ?? '', 'base64')
  expect(complaintsOf(bytes)).toBe('')
  const { streams } = probeFile(bytes)
  const [picture] = streams.filter(({ codec_type }) => codec_type === 'video')
  expect(picture).toMatchObject({ codec_name: codecs[format], nb_read_frames: '4' })
  const hasSound = streams.some(({ codec_type }) => codec_type === 'audio')
  expect(hasSound).toBe(format !== 'gif')
  if (format === 'webm' || format === 'mov') {
    const alpha = alphaOf(bytes, decoderOf(format))
    expect(new Set(alpha).size).toBeGreaterThan(1)
    expect(colorDifference(clipOf(kind).bytes, bytes, alpha)).toBeLessThan(4)
  }
}

/** ffmpeg's own decoder of VP9 passes over alpha. */
const decoderOf = (format: Format) => (format === 'webm' ? ['-c:v', 'libvpx-vp9'] : [])

/** The mean difference of colours, 0 to 255, where the first frame of a result is opaque. */
const colorDifference = (
  original: Buffer,
  result: Buffer,
  alpha: Buffer,
  width = 160,
  height = 120,
): number => {
  const [given, written] = [original, result].map((bytes) => rgbOfFrames(bytes, width, height))
  let [sum, count] = [0, 0]
  for (let at = 0; at < width * height * 3; at++) {
    if ((alpha[Math.floor(at / 3)] ?? 0) < 250) continue
    sum += Math.abs((given?.[at] ?? 0) - (written?.[at] ?? 0))
    count++
  }
  expect(count, 'opaque').toBeGreaterThan(1000)
  return sum / count
}

/** A ZIP of the four frames of a clip. */
const expectFrames = async (zip: Buffer, format: 'PNG' | 'EXR') => {
  if (!hasUnzip) return
  const files = unzip(zip).filter(({ name }) => /\.(png|exr)$/.test(name))
  expect(files.map(({ name }) => /\d{4}\.\w+$/.exec(name)?.[0])).toEqual(
    [1001, 1002, 1003, 1004].map((number) => `${number}.${format.toLowerCase()}`),
  )
  const first = files[0]?.read() ?? Buffer.alloc(0)
  const { width, height } = format === 'EXR' ? readExr(first) : await sharp(first).metadata()
  expect([width, height]).toEqual([160, 120])
  const alpha =
    format === 'EXR'
      ? [...(readExr(first).halves.get('A') ?? [])]
      : [...(await sharp(first).extractChannel('alpha').raw().toBuffer())]
  expect(new Set(alpha).size).toBeGreaterThan(1)
}

/** Opens the studio with a clip in its list. */
const openClip = async ({ page, waitForCount }: EngineStudio): Promise<void> => {
  const { name, bytes } = clipOf('WebM, VP8')
  const file = join(tmpdir(), `${page.engine}-${name}`)
  await writeFile(file, bytes)
  await page.open(tinyStudio.url)
  await page.chooseFiles('input[type=file]', [file])
  await waitForCount('li[data-state=ready]', 1)
}

/** Clicks the first button or label whose name begins so. */
const clickNamed = ({ evaluate }: EngineStudio, label: string) =>
  expect
    .poll(() =>
      evaluate((label) => {
        const all = [...document.querySelectorAll<HTMLElement>('button, label')]
        const isMeant = ({ ariaLabel, textContent, ariaDisabled }: HTMLElement) =>
          ariaDisabled !== 'true' && (ariaLabel ?? textContent ?? '').trim().startsWith(label)
        const found = all.find(isMeant)
        found?.click()
        return found !== undefined
      }, label),
    )
    .toBe(true)

test('a clip that was not started is kept, unless nothing is', async ({ studio }) => {
  const { page, evaluate, waitFor, waitForCount } = studio
  const click = (label: string) => clickNamed(studio, label)
  await openClip(studio)
  const mayGo = () => evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })), null)
  await expect.poll(mayGo).toBe(true)
  await page.open(tinyStudio.url)
  await waitForCount('li[data-state=ready]', 1)
  const turn = async (isKept: boolean) => {
    await click('On this device')
    await click('Keep my pictures and videos')
    await expect.poll(mayGo).toBe(isKept)
    await page.press('Escape')
    await waitForCount('dialog[open]', 0)
  }
  await turn(false)
  // What the page had read from the disk goes on, though it is deleted there.
  await click('Make WebM')
  await waitFor('li[data-state=done]')
  await turn(true)
})

test('frames are saved as PNG and EXR', { tag: enginesOnly }, async ({ studio }) => {
  const click = (label: string) => clickNamed(studio, label)
  await openClip(studio)
  await click('Make WebM')
  await studio.waitFor('li[data-state=done]')
  for (const format of ['PNG', 'EXR'] as const) {
    await click(format)
    await click(`${format} frames`)
    // The size is measured.
    await studio.waitFor('dialog[open] strong')
    const zip = await studio.saved(() => click('Save ZIP'))
    expect(zip.name).toBe(`${studio.page.engine}-vp8-${format.toLowerCase()}.zip`)
    await expectFrames(zip.bytes, format)
  }
})

test('each kind of video is written, and read or refused beforehand', {
  tag: enginesOnly,
}, async ({ studio }) => {
  await openApi(studio)
  const { engine } = studio.page
  const writes: Partial<Record<Format, Outcome>> = {}
  for (const format of ['webm', 'mov', 'mp4', 'gif'] as const)
    await test.step(`writes ${format}`, async () => {
      await write(studio, format)
      writes[format] = 'yes'
    })
  for (const format of ['webm', 'mov'] as const)
    await test.step(`odd sides, alpha and sound are kept in ${format}`, async () => {
      const { bytes: original } = clipOf('WebM, VP9 with alpha')
      const { result } = await cutOut(studio, 'WebM, VP9 with alpha', format)
      const bytes = Buffer.from(result ?? '', 'base64')
      const [picture, sound] = probeFile(bytes).streams
      expect(picture).toMatchObject({ width: 161, height: 121, nb_read_frames: '4' })
      expect(sound).toMatchObject({ codec_name: format === 'mov' ? 'aac' : 'opus' })
      const alpha = alphaOf(bytes, decoderOf(format))
      expect(colorDifference(original, bytes, alpha, 161, 121)).toBeLessThan(4)
    })
  const reads: Partial<Record<ClipKind, Outcome>> = {}
  for (const kind of clipKinds)
    await test.step(`reads ${kind}`, async () => {
      const { status, code, message, result } = await cutOut(studio, kind, 'gif')
      if (result === undefined) {
        expect({ status, code, message }).toMatchObject({ status: 400, code: 'invalid_video' })
        // The refusal names what this browser lacks, and what works instead.
        expect(message).toContain(`cannot decode ${kind.split(', ').at(-1)}`)
        expect(message).toContain('MP4 with H.264')
      }
      reads[kind] = result === undefined ? 'no' : 'yes'
    })
  const version = await studio.evaluate(() => navigator.userAgent, null)
  const hasThreads = await studio.evaluate(
    () => crossOriginIsolated && 'SharedArrayBuffer' in globalThis,
    null,
  )
  keepFindings(engine, {
    version: /(?:Firefox|Chrome)\/\d+|Version\/[\d.]+ Safari/.exec(version)?.[0] ?? version,
    writes,
    reads,
    others: { 'several threads': hasThreads ? 'yes' : 'no' },
  })
})
