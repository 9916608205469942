import { expect, test } from 'vitest'
import { hasSafeAudioDecoder } from '#codecs/video/audio/decode-audio.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Version/18.6 Safari/605.1.15`, false],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.6 Safari/605.1.15`, true],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} Version/18.6 Mobile/15E148 Safari/604.1`,
    true,
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    true,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', true],
])('of engines only WebKitGTK has no safe decoder of sound: %s', (userAgent, isSafe) => {
  expect(hasSafeAudioDecoder(userAgent)).toBe(isSafe)
})
