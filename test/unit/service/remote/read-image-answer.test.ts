import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readImageAnswer } from '#service/remote/remote-service.ts'

type Format = 'png' | 'jpeg' | 'webp'

const fileOf = (format: Format) =>
  sharp({ create: { width: 16, height: 8, channels: 4, background: '#0f08' } })
    .toFormat(format, { lossless: true })
    .toBuffer()

/** Where the header of a file from `fileOf` names its sides, and how. */
const withSides: Readonly<Record<Format, (file: Buffer, width: number, height: number) => void>> = {
  png: (file, width, height) => {
    file.writeUInt32BE(width, 16)
    file.writeUInt32BE(height, 20)
  },
  jpeg: (file, width, height) => {
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
    file.writeUInt16BE(height, frame + 5)
    file.writeUInt16BE(width, frame + 7)
  },
  webp: (file, width, height) => {
    const at = file.indexOf('VP8L') + 9
    const flags = file.readUInt32LE(at) & 0xf0000000
    file.writeUInt32LE((flags | ((height - 1) << 14) | (width - 1)) >>> 0, at)
  },
}

const answer = (file: Buffer, said: Readonly<Record<string, string>>) =>
  readImageAnswer({
    status: 200,
    headers: { get: (name) => said[name] ?? null },
    body: new Blob([new Uint8Array(file)]),
  })

const saidSmall = { 'X-Image-Width': '16', 'X-Image-Height': '8' }

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s of too many pixels is refused, whatever is said of it',
  async (format) => {
    const file = await fileOf(format)
    withSides[format](file, 16_000, 16_000)
    for (const said of [{}, saidSmall])
      await expect(answer(file, said)).rejects.toMatchObject({
        code: 'upstream_error',
        reason: 'service_answer_unreadable',
      })
  },
)

test('an answer has the size of its picture, not of its headers', async () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const { facts } = await answer(await fileOf(format), { 'X-Image-Width': '9', 'X-Image-Height': '9' })
    expect(facts).toMatchObject({ width: 16, height: 8 })
  }
})

test.each(['png', 'jpeg', 'webp'] as const)('a %s with a turn has the size that is shown', async (format) => {
  for (const orientation of [1, 3, 6, 8]) {
    const file = await sharp(await fileOf(format))
      .withMetadata({ orientation })
      .toFormat(format)
      .toBuffer()
    const { facts } = await answer(file, saidSmall)
    const shown = orientation < 5 ? { width: 16, height: 8 } : { width: 8, height: 16 }
    expect(facts).toMatchObject(shown)
  }
})
