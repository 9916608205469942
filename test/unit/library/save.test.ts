import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { type FileToSave, saveInto } from '#library/save.ts'
import { intoFolder, type Sink, zipInto } from '#library/sink.ts'

const file = (name: string, text: string): FileToSave => ({
  name,
  bytes: 0,
  make: async () => new Blob([text]),
})
const broken: FileToSave = {
  ...file('b.png', ''),
  make: () => Promise.reject(new ServiceError('internal_server_error')),
}
const call = { signal: new AbortController().signal, onProgress: () => {} }

/** The text of the ZIP that `save` writes. */
const zipped = async (save: (to: WritableStream<Uint8Array>) => Promise<unknown>): Promise<string> => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>()
  const [zip] = await Promise.all([new Response(readable).arrayBuffer(), save(writable)])
  return new TextDecoder('latin1').decode(zip)
}

test('all results are in the ZIP under their own names', async () => {
  const text = await zipped(async (to) => {
    expect(await saveInto(zipInto(to), [file('a.png', 'first'), file('a.png', 'second')], call)).toBe(11)
  })
  expect(text.startsWith('PK')).toBe(true)
  for (const part of ['a.png', 'a (2).png', 'first', 'second']) expect(text).toContain(part)
})

test('a result that cannot be made is left out and listed', async () => {
  const failed: string[] = []
  const files = [file('a.png', 'first'), broken, file('c.png', 'third')]
  const text = await zipped((to) => saveInto(zipInto(to), files, call, (name) => failed.push(name)))
  expect(failed).toEqual(['b.png'])
  expect(text).toContain('third')
  expect(text).not.toContain('b.png')
})

test('each result is reported, and then made when its turn comes', async () => {
  const log: string[] = []
  const logged = (name: string): FileToSave => ({
    ...file(name, name),
    make: async ({ onProgress }) => {
      onProgress({ step: 'cut', ratio: 0.5 })
      return new Blob([name])
    },
  })
  await saveInto(
    async (files) => {
      for await (const each of files) log.push(each.name)
    },
    [logged('a.png'), logged('b.png')],
    { ...call, onProgress: ({ done, total, next }) => log.push(`${done} of ${total}, ${next?.ratio ?? 0}`) },
  )
  expect(log).toEqual(['0 of 2, 0', '0 of 2, 0.5', 'a.png', '1 of 2, 0', '1 of 2, 0.5', 'b.png'])
})

test('a cancelled ZIP rejects with an abort and makes no further result', async () => {
  const abort = new AbortController()
  let made = 0
  const counted = (name: string): FileToSave => ({
    ...file(name, name),
    make: async () => {
      made += 1
      abort.abort()
      return new Blob([name])
    },
  })
  const to = new WritableStream<Uint8Array>()
  const work = saveInto(zipInto(to), [counted('a.png'), counted('b.png')], { ...call, signal: abort.signal })
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
  expect(made).toBe(1)
})

test('a sink does not replace the error of a failed file', async () => {
  const sink: Sink = async (files) => {
    try {
      for await (const _ of files);
    } catch {
      throw new TypeError('Failed to fetch')
    }
  }
  await expect(saveInto(sink, [broken], call)).rejects.toMatchObject({ code: 'internal_server_error' })
  const abort = new AbortController()
  const make = async () => {
    abort.abort()
    return new Blob()
  }
  const stopped = { ...file('a.png', ''), make }
  const work = saveInto(sink, [stopped, stopped], { ...call, signal: abort.signal })
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})

test('a folder goes when one of its files cannot be made', async () => {
  const written: Record<string, string> = {}
  let isGone = false
  const getFileHandle = async (name: string) => ({
    createWritable: async () =>
      new WritableStream<Uint8Array>({
        write: (bytes) => {
          written[name] = new TextDecoder().decode(bytes)
        },
      }),
  })
  const remove = async () => {
    isGone = true
  }
  const folder = intoFolder({ name: 'cat', handle: { getFileHandle } as never, remove })
  await saveInto(folder, [file('a.png', 'first'), file('c.png', 'third')], call)
  expect(written).toEqual({ 'a.png': 'first', 'c.png': 'third' })
  expect(isGone).toBe(false)
  const work = saveInto(folder, [file('a.png', 'first'), broken], call)
  await expect(work).rejects.toMatchObject({ code: 'internal_server_error' })
  expect(isGone).toBe(true)
})
