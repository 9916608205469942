import { readFileSync } from 'node:fs'
import colorNames from 'color-name'
import { expect, test } from 'vitest'
import { audioBitrate } from '#codecs/video/audio/audio-encoders.ts'
import { maxPackets } from '#codecs/video/timing/frame-times.ts'
import { alphaQuality, colorQuality } from '#codecs/video/write/plane-encoder.ts'
import { pollDelayMs } from '#contract/job.ts'
import { limits } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { retention } from '#library/store/retention.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import { answerLimits } from '#service/remote/answer-body.ts'
import { retryLimits } from '#service/remote/retry.ts'

const page = readFileSync(new URL('../../../docs/decisions.md', import.meta.url), 'utf8')

/** Each entry of the page, in one line. */
const entries = page.split(/\n(?=- |#)/).map((entry) => entry.replaceAll(/\s+/g, ' '))

const entryWith = (words: string): string => {
  const entry = entries.find((text) => text.includes(words))
  if (!entry) throw new Error(`docs/decisions.md has no entry with ${words}`)
  return entry
}

const inWords = (count: number): string => count.toLocaleString('en')

const { image, outputSide, video, credits, autoRecharge } = limits
const inMegabytes = (bytes: number) => `${bytes / 1e6} MB`

test.each<[words: string, facts: readonly string[]]>([
  ['**D-7**', [`${image.maxPixels / 1e6} megapixels`, `${inWords(image.maxSide)} pixels`]],
  ['**D-11**', [`the ${Object.keys(colorNames).length} CSS colour names`]],
  ['**D-15**', [`from ${limits.padding.min} to ${limits.padding.max}`]],
  ['**D-16**', [`from ${outputSide.min} to ${outputSide.max}`]],
  ['**D-33**', [`beyond ${videoFormats.gif.maxFps} a second`]],
  ['**D-39**', [`${video.resultHours} hours`]],
  ['**D-51**', [`the ${credits.freePlanMonth} credits`]],
  ['**D-52**', [`from ${autoRecharge.minFraction} to ${autoRecharge.maxFraction}`]],
  [
    '**D-53**',
    [
      `at most ${['four', 'five', 'six'][retryLimits.tries - 4]} tries`,
      `from ${retryLimits.firstSeconds} to ${retryLimits.maxBackoffSeconds} s`,
    ],
  ],
  ['**D-54**', [`every ${pollDelayMs(0) / 1000} s at first`, `every ${pollDelayMs(1000) / 1000} s`]],
  ['A file may lie', [`${inWords(maxPackets)} packets`, `${image.maxPixels / 1e6} megapixels`]],
  [
    'Bit rates of sound',
    [
      `AAC ${audioBitrate('aac', 2) / 1000} kb/s and Opus ${audioBitrate('opus', 2) / 1000} kb/s`,
      `${(audioBitrate('aac', 3) - audioBitrate('aac', 2)) / 1000} and ${(audioBitrate('opus', 3) - audioBitrate('opus', 2)) / 1000} kb/s for each more`,
    ],
  ],
  ['VP9 by quantizer', [`${colorQuality.quantizer} for colours and ${alphaQuality.quantizer} for mattes`]],
  ['key frames of a video only', [`${inWords(mattingPixels)} pixels`]],
  ['activity list', [`${inWords(retention.activities.entries)} entries`]],
  [
    'Answers are bounded',
    [
      `${inMegabytes(answerLimits.json)} of JSON`,
      `${inMegabytes(answerLimits.image)} for an image`,
      `${answerLimits.result / 1e9} GB for a video`,
    ],
  ],
])('docs/decisions.md: %s has the numbers of the code', (words, facts) => {
  const entry = entryWith(words)
  for (const fact of facts) expect(entry).toContain(fact)
})
