import { openOpfsSink } from '#codecs/video/write/file-sinks.ts'

/** Writes the pieces it is sent, and answers with `done` or with what went wrong. */
addEventListener('message', async ({ data: { path, pieces } }) => {
  try {
    const sink = await openOpfsSink(path)
    for (const { data, position } of pieces) await sink.write(data, position)
    await sink.flush()
    await sink.close()
    await sink.close()
    postMessage('done')
  } catch (cause) {
    postMessage(String(cause))
  }
})
