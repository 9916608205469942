import type { Composition } from '#contract/composition.ts'

/** The kinds of background; `none` is transparency. */
export type GroundKind = 'none' | 'color' | 'gradient' | 'picture' | 'blurred' | 'grey'

/** The kind of background of a result. `isOpaque`: at least a plain colour. */
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
