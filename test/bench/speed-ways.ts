import { levels } from '#contract/image-options.ts'

export const speedWays = ['plain', ...levels] as const
export type SpeedWay = (typeof speedWays)[number]
