const maxWaitMs = 400

/**
 * Resolves when the studio's typeface can be painted, or has taken too long: then the system's own
 * stays for this visit. Rendering after it means that no text ever changes its shape.
 */
export const loadTypeface = async (): Promise<void> => {
  const wait = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  await Promise.race([document.fonts.load("500 1em 'Instrument Sans'").catch(() => []), wait])
}
