/** Key prefix of the files that a person asked for and that belong to no video. */
export const exportFolder = (userId: string): string => `exports/${userId}/`
