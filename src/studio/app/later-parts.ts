import { laterPart } from '#studio/ui/later-part.tsx'

/** What the first view does not show: scripts of their own. */
export const laterParts = {
  account: laterPart(async () => (await import('#studio/features/account/account.tsx')).Account),
  engine: laterPart(async () => (await import('#studio/features/engine/engine.tsx')).Engine),
  shortcuts: laterPart(async () => (await import('#studio/features/help/shortcuts-list.tsx')).ShortcutsList),
  image: laterPart(async () => (await import('#studio/features/image/image-workspace.tsx')).ImageWorkspace),
  video: laterPart(async () => (await import('#studio/features/video/video-workspace.tsx')).VideoWorkspace),
}

/** Loads a part that is likely to be shown next. A failure is told where the part is shown. */
export const preloadPart = ({ load }: { readonly load: () => Promise<unknown> }): void => {
  load().catch(() => {})
}
