/** More letters than a token of any vocabulary has, also before normalization joins letters and their marks. */
const LETTERS_A_TOKEN = 64

/**
 * The part of a text that its first tokens are made from. Tokenizers split a whole text: seconds for 100,000 letters of
 * which a model reads a thousand, and an exhausted stack for 100,000 tokens.
 */
export const beginningOf = (text: string, tokens: number): string => text.slice(0, tokens * LETTERS_A_TOKEN)
