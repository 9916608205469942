import type { VideoFormat } from './output-formats.ts'

/** A messenger's limits for moving stickers. */
export type StickerLimits = {
  readonly format: VideoFormat
  readonly sidePx: number
  /** Longer clips are cut off. */
  readonly maxSeconds: number
  readonly maxFps: number
  readonly maxBytes: number
}

/**
 * Read in November 2026. Telegram: https://core.telegram.org/stickers, also 512 px on one side alone. WhatsApp:
 * https://developer.vonage.com/messages/concepts/whatsapp-stickers; several guides state 10 s. Discord:
 * https://discord.com/developers/docs/resources/sticker#create-guild-sticker. The frame rates of WhatsApp and Discord
 * are our choice, so that the bytes suffice.
 */
export const stickers = {
  telegram: { format: 'webm', sidePx: 512, maxSeconds: 3, maxFps: 30, maxBytes: 256_000 },
  whatsapp: { format: 'webp', sidePx: 512, maxSeconds: 10, maxFps: 15, maxBytes: 500_000 },
  discord: { format: 'apng', sidePx: 320, maxSeconds: 5, maxFps: 15, maxBytes: 512_000 },
} as const satisfies Readonly<Record<string, StickerLimits>>

/** A messenger whose limits are known. */
export type StickerName = keyof typeof stickers
