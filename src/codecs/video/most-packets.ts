/**
 * More packets than a video may have that is listed here; one of two hours at 60 frames a second has 432,000. What
 * lists more is refused instead of holding up all that comes after it.
 */
export const mostPackets = 500_000
