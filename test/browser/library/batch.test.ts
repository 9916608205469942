import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { batchWhen, ended, openBatchRoom, plainPlan, plainRecipe, pngFile } from '#support/batch-room.ts'

/**
 * Folders of the browser's own file system stand in for those of a disk; the work on pictures is a fake that gives them
 * back.
 */

test('pictures of a folder go into another one, with their folders', async () => {
  const { put, paths, open, from, to } = await openBatchRoom()
  await put('b10.png', pngFile('ten'))
  await put('b2.png', pngFile('two'))
  await put('shoes/red/a.png', pngFile('red'))
  await put('.hidden/c.png', pngFile('hidden'))
  const batches = open()
  await batches.begin(from, to, { ...plainPlan, names: '{n:2}-{name}' })
  const { files, zip, secondsLeft } = await batchWhen(batches, ended)
  expect(files.map(({ path, state, outputs }) => [path, state, ...outputs])).toEqual([
    ['b2.png', 'done', '01-b2.png'],
    ['b10.png', 'done', '02-b10.png'],
    ['shoes/red/a.png', 'done', 'shoes/red/03-a.png'],
  ])
  expect(await paths()).toEqual(['01-b2.png', '02-b10.png', 'shoes/red/03-a.png'])
  expect([zip, secondsLeft]).toEqual([null, 0])
})

test('a new batch skips what was done with the same settings', async () => {
  const { put, target, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c']) await put(`${name}.png`, pngFile(name))
  const made: number[] = []
  const script = {
    render: async (image: Blob) => {
      made.push(image.size)
      return { image, source: { width: 4, height: 3 } }
    },
  }
  const first = open({ script })
  await first.begin(from, to, plainPlan)
  await batchWhen(first, ended)
  await first.close()
  expect(made).toHaveLength(3)

  await put('b.png', pngFile('changed'))
  await target.removeEntry('c.png')
  const second = open({ script })
  await second.begin(from, to, plainPlan)
  const { files } = await batchWhen(second, ended)
  expect(files.map(({ state }) => state)).toEqual(['skipped', 'done', 'done'])
  expect(made).toHaveLength(5)

  const settings = { ...plainRecipe.settings, background: '#ffffff' }
  await second.begin(from, to, { ...plainPlan, recipes: [{ ...plainRecipe, settings }] })
  await batchWhen(second, ended)
  expect(made).toHaveLength(8)
})

test('a killed batch goes on where it stood, once a file', async () => {
  const { put, paths, open, openPage, from, to } = await openBatchRoom()
  for (let i = 0; i < 8; i++) await put(`${i}.png`, pngFile(`picture ${i}`))
  const made: string[] = []
  const render = async (image: Blob) => {
    made.push(await image.text())
    return { image, source: { width: 4, height: 3 } }
  }
  const page = openPage()
  const killed = open({
    ...page,
    script: { render: (image) => (made.length < 4 ? render(image) : new Promise(() => {})) },
  })
  await killed.begin(from, to, plainPlan)
  await batchWhen(killed, ({ files }) => files.filter(({ state }) => state === 'done').length === 4)
  page.kill()

  const next = open({ ...openPage(), script: { render } })
  const left = await next.left()
  expect(left).toEqual([{ id: expect.any(String), name: 'source', done: 4, total: 8 }])
  await next.takeUp(left[0]?.id ?? '')
  const { files } = await batchWhen(next, ended)
  expect(files.map(({ state }) => state)).toEqual(Array(8).fill('done'))
  expect([made.length, new Set(made).size]).toEqual([8, 8])
  expect(await paths()).toHaveLength(8)
  expect(await next.left()).toEqual([])
})

test('a second page waits while another one works in the same folders', async () => {
  const { put, open, from, to } = await openBatchRoom()
  await put('a.png', pngFile('a'))
  let go = () => {}
  const isSent = new Promise<void>((resolve) => {
    go = resolve
  })
  const first = open({
    script: {
      render: async (image) => {
        await isSent
        return { image, source: { width: 4, height: 3 } }
      },
    },
  })
  await first.begin(from, to, plainPlan)
  const second = open()
  await second.begin(from, to, plainPlan)
  expect(await batchWhen(second, ({ phase }) => phase === 'paused')).toMatchObject({ pause: 'otherTab' })
  go()
  await batchWhen(first, ended)
  await second.resume()
  expect((await batchWhen(second, ended)).files).toMatchObject([{ state: 'skipped' }])
})

test('names that differ in case or accents alone are numbered', async () => {
  const { put, paths, open, from, to } = await openBatchRoom()
  for (const name of ['Caf\u00e9.png', 'cafe\u0301.webp.png', 'A.png']) await put(name, pngFile(name))
  const batches = open()
  const recipe = { ...plainRecipe, id: 'other' }
  await batches.begin(from, to, { ...plainPlan, recipes: [plainRecipe, recipe], names: '{n}/x' })
  await batchWhen(batches, ended)
  expect(await paths()).toEqual([
    '1/x (2).png',
    '1/x.png',
    '2/x (2).png',
    '2/x.png',
    '3/x (2).png',
    '3/x.png',
  ])
  await batches.begin(
    from,
    { kind: 'folder', handle: await (await openBatchRoom()).folder('t') },
    { ...plainPlan, names: 'caf\u00e9' },
  )
  const { files } = await batchWhen(batches, ended)
  expect(files.map(({ outputs }) => outputs[0])).toEqual([
    'caf\u00e9.png',
    'caf\u00e9 (2).png',
    'caf\u00e9 (3).png',
  ])
})

test('files that were there are kept, numbered or replaced', async () => {
  for (const [existing, found] of [
    ['skip', ['a.png']],
    ['number', ['a (2).png', 'a.png']],
    ['replace', ['a.png']],
  ] as const) {
    const { put, paths, target, open, from, to } = await openBatchRoom()
    await put('a.png', pngFile('mine'))
    await put('a.png', pngFile('of somebody else'), target)
    const batches = open()
    await batches.begin(from, to, { ...plainPlan, existing })
    await batchWhen(batches, ended)
    expect(await paths()).toEqual(found)
    const text = await (await (await target.getFileHandle('a.png')).getFile()).text()
    expect(text.includes('somebody')).toBe(existing !== 'replace')
  }
})

test('originals are never written over, wherever the results go', async () => {
  const { put, paths, source, root, open, from } = await openBatchRoom()
  await put('a.png', pngFile('a'))
  const batches = open()
  const same = { kind: 'folder', handle: source } as const
  await expect(batches.begin(from, same, plainPlan)).rejects.toMatchObject({ reason: 'batch_over_source' })
  for (let turn = 0; turn < 2; turn++) {
    await batches.begin(from, same, { ...plainPlan, names: '{name}-cutout' })
    await batchWhen(batches, ended)
    expect(await paths(source)).toEqual(['a-cutout.png', 'a.png'])
  }
  await batches.begin(
    from,
    { kind: 'folder', handle: root },
    { ...plainPlan, names: 'source/{name}', existing: 'replace' },
  )
  expect((await batchWhen(batches, ended)).files).toMatchObject([
    { outputs: ['source/a-cutout (2).png'] },
    { outputs: ['source/a (2).png'] },
  ])
})

test('what cannot be read is named at once, and copied if wished', async () => {
  const { put, paths, open, from, to } = await openBatchRoom()
  await put('notes/list.txt', new Blob(['no picture']))
  await put('a.png', pngFile('a'))
  const batches = open()
  await batches.begin(from, to, { ...plainPlan, copiesUnprocessed: true })
  const { files } = await batchWhen(batches, ended)
  expect(files).toMatchObject([
    { path: 'a.png', state: 'done' },
    { path: 'notes/list.txt', state: 'unreadable', error: { reason: 'image_kind_refused' } },
  ])
  expect(await paths()).toEqual(['a.png', 'unprocessed/notes/list.txt'])
  const words = { error: ({ reason = '' }) => `${reason}, "sic"`, leftOut: () => null }
  const report = await batches.report(words).text()
  expect(report).toContain('notes/list.txt,unreadable,,,,,"image_kind_refused, ""sic"""\r\n')
})

test('a folder that disappears is waited for, and nothing is lost', async () => {
  const { put, root, paths, folder, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.png`, pngFile(name))
  let made = 0
  const batches = open({
    script: {
      render: async (image) => {
        if (++made === 2) await root.removeEntry('source', { recursive: true })
        return { image, source: { width: 4, height: 3 } }
      },
    },
  })
  await batches.begin(from, to, plainPlan)
  expect(await batchWhen(batches, ({ phase }) => phase === 'paused')).toMatchObject({ pause: 'sourceGone' })
  const again = await folder('source')
  for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.png`, pngFile(name), again)
  await batches.resume()
  expect((await batchWhen(batches, ended)).files.map(({ state }) => state)).toEqual(Array(4).fill('done'))
  expect(await paths()).toEqual(['a.png', 'b.png', 'c.png', 'd.png'])
})

test('an output folder that disappears is waited for', async () => {
  const { put, root, paths, folder, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c']) await put(`${name}.png`, pngFile(name))
  let made = 0
  const batches = open({
    script: {
      render: async (image) => {
        if (++made === 2) {
          // The browser refuses to write in a folder that it removes.
          await batchWhen(batches, ({ files }) => files[0]?.state === 'done')
          await root.removeEntry('target', { recursive: true })
        }
        return { image, source: { width: 4, height: 3 } }
      },
    },
  })
  await batches.begin(from, to, plainPlan)
  expect(await batchWhen(batches, ({ phase }) => phase === 'paused')).toMatchObject({ pause: 'targetGone' })
  await folder('target')
  await batches.resume()
  await batchWhen(batches, ended)
  expect(await paths(await folder('target'))).toEqual(['a.png', 'b.png', 'c.png'])
})

/**
 * No browser lets a test fill a disk or take a right away: these handles refuse as a disk that is full, or a right that
 * is gone, does.
 */
const refusing = (
  target: FileSystemDirectoryHandle,
  refusal: { readonly name: string | null },
): FileSystemDirectoryHandle =>
  new Proxy(target, {
    get: (folder, name) => {
      if (name === 'getDirectoryHandle')
        return async (path: string, options?: object) =>
          refusing(await folder.getDirectoryHandle(path, options), refusal)
      if (name === 'getFileHandle' && refusal.name)
        return async (path: string, options?: object) => {
          const handle = await folder.getFileHandle(path, options)
          return new Proxy(handle, {
            get: (file, part) =>
              part === 'createWritable'
                ? async () => {
                    throw new DOMException('', refusal.name ?? '')
                  }
                : part === 'getFile'
                  ? () => file.getFile()
                  : Reflect.get(file, part),
          })
        }
      const value = Reflect.get(folder, name)
      return typeof value === 'function' ? value.bind(folder) : value
    },
  })

test('a full disk and a right that is gone are waited for', async () => {
  for (const [name, pause] of [
    ['QuotaExceededError', 'diskFull'],
    ['NotAllowedError', 'permission'],
  ] as const) {
    const { put, paths, target, open, from } = await openBatchRoom()
    for (const file of ['a', 'b']) await put(`${file}.png`, pngFile(file))
    const refusal: { name: string | null } = { name }
    // A ZIP takes its folder from here, so that no handle which cannot be stored is.
    const batches = open({ openRoot: async () => refusing(target, refusal) })
    await batches.begin(from, { kind: 'zip' }, plainPlan)
    expect(await batchWhen(batches, ({ phase }) => phase === 'paused')).toMatchObject({ pause })
    refusal.name = null
    await batches.resume()
    const { files } = await batchWhen(batches, ended)
    expect(files.map(({ state }) => state)).toEqual(['done', 'done'])
    expect((await paths()).length).toBeGreaterThan(1)
  }
})

test('a file that changes while it is read fails alone', async () => {
  const { put, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c']) await put(`${name}.png`, pngFile(name))
  const batches = open({
    script: {
      render: async (image) => {
        const text = await image.text()
        if (text.endsWith('b')) await put('b.png', pngFile('changed'))
        await image.arrayBuffer()
        return { image, source: { width: 4, height: 3 } }
      },
    },
  })
  await batches.begin(from, to, plainPlan)
  const { files } = await batchWhen(batches, ended)
  expect(files).toMatchObject([
    { state: 'done' },
    { state: 'failed', error: { reason: 'file_unreadable' } },
    { state: 'done' },
  ])
  batches.retryFailed()
  expect(
    (await batchWhen(batches, (state) => ended(state) && state.files[1]?.state === 'done')).files,
  ).toHaveLength(3)
})

test('a batch is paused, goes on, and leaves out what is skipped', async () => {
  const { put, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.png`, pngFile(name))
  let release: (() => void)[] = []
  const batches = open({
    script: {
      render: async (image) => {
        await new Promise<void>((resolve) => release.push(resolve))
        return { image, source: { width: 4, height: 3 } }
      },
    },
  })
  const letGo = () => {
    for (const each of release) each()
    release = []
  }
  await batches.begin(from, to, plainPlan)
  await batchWhen(batches, () => release.length === 1)
  batches.pause()
  expect(batches.get()).toMatchObject({ phase: 'paused', pause: 'asked' })
  letGo()
  await batchWhen(batches, () => {
    letGo()
    return batches.get()?.files.every(({ state }) => state !== 'working') ?? false
  })
  await batches.resume()
  await batchWhen(batches, () => {
    letGo()
    return ended(batches.get() ?? ({ phase: 'listing' } as never))
  })
  expect(batches.get()?.files.map(({ state }) => state)).toEqual(Array(4).fill('done'))
})

test('a picture that fails stops no other one', async () => {
  const { put, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c']) await put(`${name}.png`, pngFile(name))
  const batches = open({
    script: {
      render: async (image) => {
        if ((await image.text()).endsWith('b'))
          throw new ServiceError('validation_error', { reason: 'image_undecodable' })
        return { image, source: { width: 4, height: 3 } }
      },
    },
  })
  await batches.begin(from, to, plainPlan)
  expect((await batchWhen(batches, ended)).files.map(({ state }) => state)).toEqual([
    'done',
    'failed',
    'done',
  ])
})

test('a hot folder takes what comes, when it has rested', async () => {
  const { put, paths, open, from, to } = await openBatchRoom()
  await put('a.png', pngFile('a'))
  const batches = open()
  await batches.begin(from, to, { ...plainPlan, watches: true })
  await batchWhen(batches, ({ phase }) => phase === 'watching')
  await put('b.png', pngFile('b'))
  await batchWhen(batches, ({ files, phase }) => phase === 'watching' && files[1]?.state === 'done')
  expect(await paths()).toEqual(['a.png', 'b.png'])
})

test('picked files become a ZIP that holds their folders', async () => {
  const { open } = await openBatchRoom()
  const batches = open()
  const files = ['x/one.png', 'x/sub/two.png'].map((path) => {
    const file = new File([pngFile(path)], path.split('/').at(-1) ?? '')
    return Object.defineProperty(file, 'webkitRelativePath', { value: path })
  })
  await batches.begin({ kind: 'files', name: 'x', files }, { kind: 'zip' }, plainPlan)
  const { zip } = await batchWhen(batches, ended)
  expect(zip?.name).toBe('x.zip')
  const text = await zip?.text()
  expect([text?.startsWith('PK'), text?.includes('sub/two.png')]).toEqual([true, true])
  expect(await (await batches.open(['sub/two.png']))[0]?.text()).toContain('x/sub/two.png')
})

test('ten thousand files are listed and skipped without delay', async () => {
  const { source, open, from, to } = await openBatchRoom()
  const count = 10_000
  const files = Array.from({ length: count }, (_, i) => new File(['x'], `${i}.txt`))
  let updates = 0
  const batches = open()
  batches.subscribe(() => {
    updates += 1
  })
  const started = performance.now()
  await batches.begin({ kind: 'files', name: source.name, files }, to, plainPlan)
  const state = await batchWhen(batches, ended)
  console.log(`10,000 files: ${Math.round(performance.now() - started)} ms, ${updates} updates`)
  expect(state.files.filter(({ state }) => state === 'unreadable')).toHaveLength(count)
  expect(updates).toBeLessThan(1000)
  expect(from.handle).toBe(source)
})
