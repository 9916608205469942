import type { Composition } from '#contract/composition.ts'

/** What can stand behind a subject; `none` is transparency. */
export type GroundKind = 'none' | 'color' | 'gradient' | 'picture' | 'blurred' | 'grey'

/** What stands behind a subject. `isOpaque`: a plain colour does, if nothing else. */
export const groundKind = (
  isOpaque: boolean,
  composition: Pick<Composition, 'background'> | null | undefined,
): GroundKind => {
  const background = composition?.background
  switch (background?.kind) {
    case 'gradient':
    case 'picture':
      return background.kind
    case 'original':
      return background.saturation < 1 ? 'grey' : 'blurred'
    case undefined:
      return isOpaque ? 'color' : 'none'
  }
}
