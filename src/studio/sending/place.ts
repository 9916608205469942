/** Where the work on an item runs: here, or on the service that is connected. */
export const places = ['device', 'service'] as const
export type Place = (typeof places)[number]
