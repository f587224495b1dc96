/** BCP 47 tag of an unknown language. */
export const UNDETERMINED = 'und'
