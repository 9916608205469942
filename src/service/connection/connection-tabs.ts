import { keyItem } from './held-key.ts'
import type { ConnectionParts } from './open-connection.ts'

/** The other tabs of this browser: a key of the device is theirs too, and what is forgotten is forgotten everywhere. */
export const browserTabs = (
  channel = new BroadcastChannel('clearcut-connection'),
): ConnectionParts['tabs'] => ({
  tellForget: () => channel.postMessage('forget'),
  onChange: (listener) => {
    channel.onmessage = () => listener(true)
    window.addEventListener('storage', ({ key }) => key === keyItem && listener(false))
  },
})
