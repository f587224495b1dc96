export const COMPARE_MODES = ['side', 'wipe', 'difference'] as const
/** How two versions are shown: beside each other, on both sides of a line, or as the difference of their pixels. */
export type CompareMode = (typeof COMPARE_MODES)[number]
