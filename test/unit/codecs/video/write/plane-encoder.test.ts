import { expect, test } from 'vitest'
import { repairAvcDescription } from '#codecs/video/write/plane-encoder.ts'

const repaired = (hex: string) =>
  Buffer.from(repairAvcDescription(Uint8Array.from(Buffer.from(hex, 'hex')))).toString('hex')

// What Firefox 153 says of a picture of 160 x 120 pixels.
test('a description of Firefox loses the bytes that come twice', () => {
  expect(
    repaired('0142c00c03010017676742c00cd902847e5840000003004007a12003c50a920100056868cb8cb2'),
    'Baseline',
  ).toBe('0142c00cffe100166742c00cd902847e5840000003004007a12003c50a9201000468cb8cb2')
  expect(
    repaired('0164000c03010019676764000cacd942847e5840000003004007a12003c50a65800100066868ebecb22c'),
    'High, which also names its chroma',
  ).toBe('0164000cffe100186764000cacd942847e5840000003004007a12003c50a658001000568ebecb22cfdf8f800')
})

test('any other description stays as it is', () => {
  const ofChromium = '01640c0cffe1001367640c0cac191a82845e59a80808083c2211a801000468ce3c80fdf8f800'
  for (const hex of [ofChromium, '', '0164', '0142c00c03010017676742']) expect(repaired(hex)).toBe(hex)
})
