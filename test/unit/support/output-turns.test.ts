import { expect, test } from 'vitest'
import { createOutputTurns } from '#support/output-turns.ts'

test('one writer at a time reaches the output, in order', () => {
  const written: (string | Uint8Array)[] = []
  const takeTurn = createOutputTurns((part) => written.push(part))
  const [first, second, third] = [takeTurn(), takeTurn(), takeTurn()]
  first.write('first 1')
  second.write('second 1')
  expect(written).toEqual(['first 1'])
  third.write('third 1')
  third.end()
  first.write('first 2')
  expect(written).toEqual(['first 1', 'first 2'])
  first.end()
  expect(written).toEqual(['first 1', 'first 2', 'second 1'])
  second.write('second 2')
  second.end()
  expect(written).toEqual(['first 1', 'first 2', 'second 1', 'second 2', 'third 1'])
  const late = takeTurn()
  late.write('late')
  expect(written.at(-1)).toBe('late')
})
