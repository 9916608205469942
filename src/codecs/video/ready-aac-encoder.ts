import { canEncodeAudio } from 'mediabunny'

let ready: Promise<void> | undefined

/** Sees to it that mediabunny can encode AAC: with the browser's encoder, else with one that is loaded now. */
export const readyAacEncoder = (): Promise<void> => {
  ready ??= loadWhereMissing().catch((cause: unknown) => {
    ready = undefined
    throw cause
  })
  return ready
}

const loadWhereMissing = async (): Promise<void> => {
  if (await canEncodeAudio('aac', { numberOfChannels: 2, sampleRate: 48_000 })) return
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
  registerAacEncoder()
}
