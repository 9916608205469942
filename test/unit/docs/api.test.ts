import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { account } from '#contract/account.ts'
import { errorCodes } from '#contract/error-codes.ts'
import { exposedHeaders } from '#contract/image-answer.ts'
import { imageOptions } from '#contract/image-options.ts'
import { job } from '#contract/job.ts'
import { fromLegacyForm } from '#contract/legacy-options.ts'
import { limits } from '#contract/limits.ts'
import { apiVideoFormatNames, imageFormats, videoFormats } from '#contract/output-formats.ts'
import { sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { videoOptions } from '#contract/video-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { answerRequest } from '#service/http/answer-request.ts'

/** Without the spaces that align the columns of tables. */
const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8').replaceAll(/ {2,}/g, ' ')

/** What stands below a heading, up to the next. */
const section = (heading: string): string => {
  const start = page.indexOf(`\n${heading}\n`)
  expect(start).toBeGreaterThan(-1)
  return page.slice(start + 1).split(/\n(?=##)/)[0] ?? ''
}

/** The words in code style in the given column of the tables of a section. */
const column = (text: string, index: number): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) =>
      [...(line.split('|')[index + 1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
    )

test('docs/api.md lists each error code, its status and its retries', () => {
  const rows = [...section('## Errors').matchAll(/^\| (\d+) \| `(\w+)` \|.*\| (yes|no) \|$/gm)]
  const listed = rows.map(([, status, code, again]) => [
    code,
    { status: Number(status), retryable: again === 'yes' },
  ])
  const codes = Object.entries(errorCodes).map(([code, { message: _, ...facts }]) => [code, facts])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(codes))
})

test('docs/api.md lists the fields of an image request with their defaults', () => {
  const text = section('### POST /remove (image)')
  expect(column(text, 0).toSorted()).toEqual([...Object.keys(imageOptions.entries), 'image_file'].sort())
  expectDefaults(text, imageOptions.entries)
  expectWords(text, [...Object.keys(imageFormats), ...sizePresetNames])
})

test('docs/api.md lists the fields of a video request with their defaults', () => {
  const text = section('### POST /remove (video)')
  const [table = ''] = text.split('\n\n').filter((part) => part.startsWith('| Field'))
  const imageOnly = ['crop', 'padding', 'width', 'height', 'fit']
  const fields = Object.keys(videoOptions.entries).filter((name) => !imageOnly.includes(name))
  expect(column(table, 0).toSorted()).toEqual([...fields, 'file', 'url'].sort())
  expectDefaults(table, videoOptions.entries)
  expectWords(text, [...apiVideoFormatNames, ...sizePresetNames, ...imageOnly])
})

const endpoints = [...section('## Endpoints').matchAll(/^\| (`[A-Z`, ]+`) \| `([^`]+)` \|/gm)]

test.each(endpoints.map(([, methods = '', path = '']) => ({ methods: methods.replaceAll('`', ''), path })))(
  'docs/api.md says that $path takes $methods',
  async ({ methods, path }) => {
    const address = `https://studio.example/${path.replace('{id}', 'job_1').replace('{ext}', 'webm')}`
    // The method is refused before the service is asked, so it needs none.
    const service = {} as BackgroundService
    const answer = await answerRequest(new Request(address, { method: 'PUT' }), service, { basePath: '/' })
    expect(answer.headers.get('Allow')).toBe(methods)
  },
)

test('docs/api.md lists six endpoints', () => {
  expect(endpoints.length).toBe(6)
})

test('docs/api.md tells what legacy parameters become', () => {
  const text = section('### Compatibility alias')
  const sizes = [...text.matchAll(/^\| `size` (.+) \| `size=(\w+)` \|$/gm)]
  const legacySizes = sizes.flatMap(([, words = '', size]) =>
    [...words.matchAll(/`(\w+)`/g)].map(([, legacy = '']) => ({ legacy, size })),
  )
  expect(legacySizes.length).toBe(5)
  for (const { legacy, size } of legacySizes)
    expect(fromLegacyForm({ size: legacy }, 'image').form.size).toBe(size)
  for (const format of ['auto', 'zip'])
    expect(Object.keys(fromLegacyForm({ format }, 'video').found)).toEqual(['format'])
  const unsupported = ['roi', 'scale', 'position', 'shadow', 'add_shadow', 'bg_image', 'background_image']
  for (const name of [...unsupported, 'shadow_type', 'bg_image_url'])
    expect(Object.keys(fromLegacyForm({ [name]: 'x' }, 'image').found)).toEqual([name])
  expectWords(text, ['auto', 'zip', ...unsupported])
  expect(fromLegacyForm({ crop_margin: '5% 10%' }, 'image').form.padding).toBe('10%,5%')
  expect(fromLegacyForm({ crop_margin: '30px' }, 'image').form.padding).toBe('10%')
  expect(text).toContain('`5% 10%` (top and bottom, then left and right) as `10%,5%`; pixels become `10%`')
})

test('docs/api.md tells what each size stands for', () => {
  const { full: _, ...capped } = sizePresets
  const image = section('### POST /remove (image)')
  for (const [size, { maxPixels }] of Object.entries(capped))
    expect(image).toContain(`\`${size}\` ${maxPixels.toLocaleString('en')}`)
  const video = section('### POST /remove (video)')
  for (const [size, { maxVideoSide: side }] of Object.entries(sizePresets))
    expect(video).toContain(`\`${size}\` ${side}`)
  expect(video).toContain(`${videoFormats.gif.maxSide} pixels`)
})

test('docs/api.md lists the fields and states of a job', () => {
  const text = section('## Job')
  expect(column(text, 0).toSorted()).toEqual(Object.keys(job.entries).sort())
  expectWords(text, [...job.entries.status.options, ...Object.keys(job.entries.stats.wrapped.entries)])
  expectWords(section('## States and transitions'), job.entries.status.options)
})

test('docs/api.md lists the fields of the account', () => {
  expect(column(section('## Account'), 0)).toEqual(Object.keys(account.entries))
})

test('docs/api.md names every header that pages may read', () => {
  expectWords(section('## Image result'), exposedHeaders)
})

test('docs/api.md tells the numbers of the limits and credits', () => {
  const { image, outputSide, video, credits } = limits
  const text = section('## Limits')
  const inMb = (bytes: number) => `${bytes / 1e6} MB`
  for (const told of [
    `${inMb(image.maxBytes)}, ${image.maxPixels / 1e6} megapixels, ${image.maxSide.toLocaleString('en')} pixels a side`,
    `| \`width\`, \`height\` | ${outputSide.min} to ${outputSide.max} |`,
    `| \`padding\` | ${limits.padding.min} to ${limits.padding.max} |`,
    `| video in \`file\` | ${inMb(video.maxUploadBytes)} |`,
    `| video by \`url\` | ${inMb(video.maxUrlBytes)} |`,
    `| length of a video | ${video.maxSeconds} s |`,
    `| GIF | ${videoFormats.gif.maxFps} frames a second |`,
    `kept for ${video.resultHours} hours`,
    `| Free plan | ${credits.freePlanMonth} credits a month |`,
  ])
    expect(text).toContain(told)
  const prices = [...section('## Credits').matchAll(/^\| (?!-|Work).*\| (\d+) \|$/gm)].map(([, price]) =>
    Number(price),
  )
  expect(prices).toEqual([credits.image, credits.videoSecond, credits.fastVideoSecond])
  expect(section('## Credits')).toContain(`above ${credits.fastVideoFps} frames`)
})

const expectWords = (text: string, words: readonly string[]) => {
  for (const word of words) expect(text).toContain(`\`${word}\``)
}

/** Each default that a schema has is the second cell of its field's row. */
const expectDefaults = (text: string, entries: Readonly<Record<string, object>>) => {
  const defaults = Object.entries(entries).filter(
    ([, entry]) => 'default' in entry && entry.default !== undefined,
  )
  expect(defaults.length).toBeGreaterThan(3)
  for (const [name, entry] of defaults)
    expect(text).toContain(
      `| \`${name}\` | \`${String((entry as { readonly default: unknown }).default)}\` |`,
    )
}
