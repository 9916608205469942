import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callExpression, type EngineBrowser, type EngineName } from '#support/engines/engine-page.ts'
import { installedEngines } from '#support/engines/installed-engines.ts'
import { panningClip } from '#support/ffmpeg-in-node.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'

/**
 * How long a photo and a clip take at Fast in Chromium, Firefox and WebKitGTK, one after the other on this machine,
 * with the networks that are shipped and everything loaded. `npm run build`, then `npm run bench:engines`.
 */
const photo = readFileSync('public/samples/plush-fox.jpg')
const clip = panningClip({ frames: 24, width: 480, height: 360 })

/** The same pictures from later on, so that nothing is known of it. */
const otherClip = panningClip({ frames: 23, width: 480, height: 360 })

/** Seconds. Both workers of a clip run at once, so that its stages come to more than the whole. */
type Times = { readonly whole: number; readonly stages?: Readonly<Record<string, number>> }

/** From the request to its result, in the page; for a clip also what its job says of its stages. */
const timeOf = async (
  { page }: EngineBrowser,
  file: Buffer,
  fields: Readonly<Record<string, string>>,
): Promise<Times> => {
  const send = async (given: { base64: string; fields: Readonly<Record<string, string>> }) => {
    const form = new FormData()
    const bytes = Uint8Array.from(atob(given.base64), (each) => each.charCodeAt(0))
    form.set(given.fields.format === 'png' ? 'image_file' : 'file', new File([bytes], 'input'))
    for (const [name, value] of Object.entries(given.fields)) form.set(name, value)
    const started = performance.now()
    const response = await fetch('v1/remove', { method: 'POST', body: form })
    if (response.status === 200) {
      await response.blob()
      return { whole: (performance.now() - started) / 1000 }
    }
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
    let job = await response.json()
    while (!/completed|failed/.test(job.status)) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      job = await (await fetch(job.status_url)).json()
    }
    if (job.status === 'failed') return { whole: Number.NaN }
    const { matting_seconds, decode_wait_seconds, encode_wait_seconds } = job.stats
    const stages = {
      mattes: matting_seconds,
      'waits for frames': decode_wait_seconds,
      'waits for the encoder': encode_wait_seconds,
    }
    return { whole: (performance.now() - started) / 1000, stages }
  }
  const argument = { base64: file.toString('base64'), fields: { level: 'fast', ...fields } }
  return (await page.evaluateExpression(callExpression(String(send), argument))) as Times
}

const cases = {
  'photo, 1 MP, first, with loading': [photo, { format: 'png' }],
  'photo, 1 MP, network loaded': [Buffer.concat([photo, Buffer.from('again')]), { format: 'png' }],
  'clip to MOV, 24 frames of 480 x 360, first job': [clip, { format: 'mov' }],
  'another clip to MOV': [otherClip, { format: 'mov' }],
  'the same clip to GIF, mattes kept': [otherClip, { format: 'gif' }],
} as const

const downloads = await mkdtemp(join(tmpdir(), 'downloads-'))
const host = await serveStudio({ port: 0, base: '/', outDir: process.env.OUT_DIR || 'dist' })
const seconds = new Map<string, Map<EngineName, number>>()
for (const { name, open } of installedEngines()) {
  const browser = await open(downloads)
  try {
    await browser.page.open(host.url)
    await browser.page.evaluateExpression(
      `new Promise((resolve) => { const look = () => globalThis.clearcut ? resolve(clearcut.apiReady) : setTimeout(look, 50); look() })`,
    )
    const add = (title: string, value: number) =>
      seconds.set(title, (seconds.get(title) ?? new Map<EngineName, number>()).set(name, value))
    for (const [title, [file, fields]] of Object.entries(cases)) {
      const { whole, stages = {} } = await timeOf(browser, file, fields).catch((cause: unknown): Times => {
        console.error(`${name}, ${title}:`, cause)
        return { whole: Number.NaN }
      })
      add(title, whole)
      for (const [stage, value] of Object.entries(stages)) add(`${title}: ${stage}`, value)
    }
  } finally {
    await browser.close()
  }
}
await host.close()
await rm(downloads, { recursive: true, force: true })

const engines = [...(seconds.values().next().value?.keys() ?? [])]
console.log(`| seconds | ${engines.join(' | ')} |\n| --- |${' ---: |'.repeat(engines.length)}`)
for (const [title, row] of seconds) {
  const base = row.get('chromium') ?? Number.NaN
  const cells = [...row.values()].map((value) => `${value.toFixed(2)} (${(value / base).toFixed(2)} x)`)
  console.log(`| ${title} | ${cells.join(' | ')} |`)
}
