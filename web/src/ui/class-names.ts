/** Joins the class names that are given. @param names names, or a falsy value for none */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
