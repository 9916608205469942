/**
 * What a value of a matte, 0 to 255, counts beside others for the same pixel: 1 where it is wholly subject or
 * wholly background, little in between. A network that fails on a frame mostly says "half" there, and is
 * overruled by the frames around it; along an edge all say so, and all count alike.
 */
export const sureness = Float32Array.from({ length: 256 }, (_, value) => ((2 * value) / 255 - 1) ** 2 + 0.05)
