import { laterPart } from '#studio/ui/later-part.tsx'

/** What the first view does not show: scripts of their own. */
export const laterParts = {
  account: laterPart(async () => (await import('#studio/features/account/account.tsx')).Account),
  engine: laterPart(async () => (await import('#studio/features/engine/engine.tsx')).Engine),
  shortcuts: laterPart(async () => (await import('#studio/features/help/shortcuts-list.tsx')).ShortcutsList),
}
