/** What the layers of a Photoshop file are called, in the language of the page. */
export type LayerNames = {
  /** The colour, gradient or picture that stands behind the subject. */
  readonly background: string
  readonly shadow: string
  /** The shadow that the photo itself has. */
  readonly contactShadow: string
  readonly outline: string
  readonly subject: string
  /** The photo as it was; hidden. */
  readonly original: string
}
