/** Answers each message with what it got, and its own name; `throw` is thrown. Holds a lock while it lives. */
void navigator.locks.request('nested-echo', { mode: 'shared' }, () => new Promise(() => {}))

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'throw') throw new Error('out of the blue')
  postMessage({ name: self.name, data })
})
