/** Joins class names. @param names names, or falsy values, which it skips */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
